// swift-tools-version: 6.2

import PackageDescription

let swiftSettings: [SwiftSetting] = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// For modules that hold pointers: every unsafe expression is spelled `unsafe`.
let pointerSettings = swiftSettings + [.strictMemorySafety()]

let cSettings: [CSetting] = [
    .define("_GNU_SOURCE"),
    .enableWarning("all"),
    .enableWarning("extra"),
    .treatAllWarnings(as: .error),
]

/// The libraries of ours that others can use without the services.
///
/// They have a manifest of their own, too. That this one lists their targets, and does not depend on that package, lets others
/// depend on a version of this one: SwiftPM refuses a version whose package depends on a path.
let zeroMQ: Target.Dependency = "ZeroMQ"
let zeroMQPatterns: Target.Dependency = "ZeroMQPatterns"
let zeroMQSources = "Packages/swift-zeromq/Sources"

/// What only the suite's own web gateway needs.
///
/// Who builds a service on the library leaves the trait out, and then none of it is fetched or compiled.
let web = TargetDependencyCondition.when(traits: ["WebGateway"])

let package = Package(
    name: "jangteo",
    products: [
        .executable(name: "juice-service", targets: ["JuiceService"]),
        .executable(name: "calc-service", targets: ["CalcService"]),
        .executable(name: "expo-service", targets: ["ExpoService"]),
        .executable(name: "market-service", targets: ["MarketService"]),
        .executable(name: "gateway", targets: ["Gateway"]),
        .executable(name: "web-gateway", targets: ["WebGateway"]),
        .library(name: "ZeroMQ", targets: ["ZeroMQ"]),
        .library(name: "ZeroMQPatterns", targets: ["ZeroMQPatterns"]),
        .library(name: "DurableWorker", targets: ["DurableWorker"]),
        .library(name: "DurableWorkerClient", targets: ["DurableWorkerClient"]),
        .library(name: "SimulatedWorker", targets: ["SimulatedWorker"]),
    ],
    traits: [
        .default(enabledTraits: ["WebGateway", "PostgreSQL"]),
        .trait(name: "WebGateway", description: "The gateway for browsers, with its HTTP server."),
        .trait(name: "PostgreSQL", description: "A log in PostgreSQL, over which several workers share a stream."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", exact: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", exact: "0.2.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CLibZMQ",
            path: "\(zeroMQSources)/CLibZMQ",
            pkgConfig: "libzmq",
            providers: [.apt(["libzmq3-dev"])]
        ),
        .target(name: "CZMQ", dependencies: ["CLibZMQ"], path: "\(zeroMQSources)/CZMQ", cSettings: cSettings),
        .target(
            name: "ZeroMQ",
            dependencies: ["CZMQ"],
            path: "\(zeroMQSources)/ZeroMQ",
            swiftSettings: pointerSettings + [.enableExperimentalFeature("Lifetimes")]
        ),
        .target(
            name: "ZeroMQPatterns",
            dependencies: ["ZeroMQ"],
            path: "\(zeroMQSources)/ZeroMQPatterns",
            swiftSettings: swiftSettings
        ),
        .systemLibrary(name: "CMalloc"),
        .target(
            name: "Platform",
            dependencies: ["CMalloc", .product(name: "SystemPackage", package: "swift-system")],
            swiftSettings: pointerSettings
        ),
        .target(
            name: "CSimdJSON",
            cxxSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("simdjson")]
        ),
        .target(name: "WireJSON", dependencies: ["CSimdJSON"], swiftSettings: pointerSettings),
        .target(name: "Messages", dependencies: ["WireJSON"], swiftSettings: swiftSettings),
        .target(name: "Localization", dependencies: ["Platform", "WireJSON"], swiftSettings: swiftSettings),
        .target(name: "JuiceDomain", swiftSettings: swiftSettings),
        .target(name: "SearchFolding", swiftSettings: swiftSettings),
        .target(name: "CSQLite", cSettings: cSettings, linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "CSQLiteFileLayer", dependencies: ["CSQLite"], cSettings: cSettings),
        .target(name: "Journal", dependencies: ["Messages", "WireJSON"], swiftSettings: swiftSettings),
        .target(
            name: "SQLite",
            dependencies: ["CSQLite", "CSQLiteFileLayer", "Journal"],
            swiftSettings: pointerSettings
        ),
        .target(
            name: "SQLiteJournal",
            dependencies: ["Journal", "Messages", "Platform", "SQLite"],
            exclude: ["DESIGN.md"],
            swiftSettings: pointerSettings
        ),
        .systemLibrary(name: "CNettle"),
        .target(name: "Cryptography", dependencies: ["CNettle"], swiftSettings: pointerSettings),
        .systemLibrary(name: "CZlib"),
        .target(
            name: "StructuredLog",
            dependencies: ["Messages", "Platform", "WireJSON", .product(name: "Logging", package: "swift-log")],
            swiftSettings: pointerSettings
        ),
        .target(name: "CCurl", cSettings: cSettings, linkerSettings: [.linkedLibrary("curl")]),
        .target(
            name: "OTLPTracing",
            dependencies: [
                "CCurl", "Platform", "WireJSON",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: pointerSettings
        ),
        .target(name: "PrometheusText", dependencies: ["Platform"], swiftSettings: swiftSettings),
        .target(
            name: "AccessTokens",
            dependencies: ["Cryptography", "Messages", "Platform", zeroMQ],
            swiftSettings: swiftSettings
        ),
        .target(name: "ReplicatedLog", dependencies: ["Cryptography"], swiftSettings: pointerSettings),
        .target(name: "CPostgreSQL", cSettings: cSettings, linkerSettings: [.linkedLibrary("pq")]),
        .target(
            name: "PostgreSQLLog",
            dependencies: [
                "CPostgreSQL", "Platform", "ReplicatedLog", zeroMQ,
            ],
            swiftSettings: pointerSettings
        ),
        .target(
            name: "Replication",
            dependencies: ["Journal", "Messages", "Platform", "ReplicatedLog", "SQLiteJournal"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "WorkerEngine",
            dependencies: [
                "Cryptography", "Journal", "Messages", "OTLPTracing", "Platform", "WireJSON",
                .product(name: "Histogram", package: "hdrhistogram-swift"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PeerGuard",
            dependencies: [
                "Messages", "Platform", "WorkerEngine", zeroMQ,
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "WorkerRuntime",
            dependencies: [
                "Cryptography", "Journal", "Messages", "OTLPTracing", "PeerGuard", "Platform",
                .target(name: "PostgreSQLLog", condition: .when(traits: ["PostgreSQL"])),
                "ReplicatedLog", "Replication", "SQLiteJournal", "StructuredLog", "WireJSON", "WorkerEngine",
                zeroMQ,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            exclude: ["DESIGN.md"],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "JuiceService",
            dependencies: [
                "Journal", "JuiceDomain", "Messages", "Platform", "WireJSON", "WorkerEngine", "WorkerRuntime",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Resources"],
            swiftSettings: swiftSettings,
            plugins: ["EmbedResources"]
        ),
        .target(
            name: "Contract",
            dependencies: ["Messages", "WireJSON"],
            exclude: ["Resources"],
            swiftSettings: swiftSettings,
            plugins: ["EmbedResources"]
        ),
        .target(
            name: "StoredFiles",
            dependencies: ["Cryptography", "Journal", "Platform", "WorkerEngine"],
            swiftSettings: pointerSettings
        ),
        .target(
            name: "DurableWorker",
            dependencies: [
                "Contract", "Journal", "Messages", "StoredFiles", "WireJSON", "WorkerEngine", "WorkerRuntime",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "DurableWorkerClient",
            dependencies: [
                "Messages", "Platform", "ServiceContexts", "WireJSON", "WorkerClient", zeroMQ, zeroMQPatterns,
            ],
            swiftSettings: swiftSettings
        ),
        .target(name: "CalcDomain", swiftSettings: swiftSettings + [.enableExperimentalFeature("Lifetimes")]),
        .executableTarget(
            name: "CalcService",
            dependencies: [
                "CalcDomain", "Journal", "Messages", "WireJSON", "WorkerEngine", "WorkerRuntime",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Resources"],
            swiftSettings: swiftSettings,
            plugins: ["EmbedResources"]
        ),
        .target(
            name: "CPictures",
            cSettings: cSettings,
            linkerSettings: ["jpeg", "png16", "webp", "gif", "lcms2", "z", "m"].map { .linkedLibrary($0) }
        ),
        .target(name: "CConfinement", cSettings: cSettings),
        .target(name: "PictureFiles", swiftSettings: swiftSettings),
        .target(
            name: "Pictures",
            dependencies: ["CConfinement", "CPictures", "PictureFiles", "Platform"],
            swiftSettings: pointerSettings
        ),
        .target(name: "ExpoDomain", dependencies: ["SearchFolding"], swiftSettings: swiftSettings),
        .executableTarget(
            name: "ExpoService",
            dependencies: [
                "Cryptography", "ExpoDomain", "Journal", "Messages", "Platform", "WireJSON", "WorkerEngine",
                "WorkerRuntime",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["Resources"],
            swiftSettings: swiftSettings,
            plugins: ["EmbedResources"]
        ),
        .target(name: "MarketDomain", dependencies: ["SearchFolding"], swiftSettings: swiftSettings),
        .executableTarget(
            name: "MarketService",
            dependencies: [
                "Cryptography", "Journal", "MarketDomain", "Messages", "Pictures", "Platform", "StoredFiles",
                "WireJSON",
                "WorkerEngine", "WorkerRuntime",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Resources"],
            swiftSettings: swiftSettings,
            plugins: ["EmbedResources"]
        ),
        .target(name: "CSimulatedDisk", cSettings: cSettings, linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "SimulatedWorker",
            dependencies: [
                "CSimulatedDisk", "DurableWorker", "Journal", "Messages", "Platform", "SQLiteJournal", "WireJSON",
                "WorkerEngine", "WorkerRuntime", zeroMQ,
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "WorkerClient",
            dependencies: [
                "Messages", "Platform", "WireJSON", zeroMQ, zeroMQPatterns,
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "ServiceContexts",
            dependencies: [
                "Messages", "Platform", "WireJSON", "WorkerClient", zeroMQ,
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "LoadGenerator",
            dependencies: [
                "Messages", "Platform", "WireJSON", "WorkerClient", zeroMQ, zeroMQPatterns,
                .product(name: "Histogram", package: "hdrhistogram-swift"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(name: "Terminal", dependencies: ["Platform", "WireJSON"], swiftSettings: swiftSettings),
        .executableTarget(
            name: "Gateway",
            dependencies: [
                "AccessTokens", "Cryptography", "LoadGenerator", "Localization", "Messages", "PictureFiles", "Platform",
                "PostgreSQLLog", "ReplicatedLog", "ServiceContexts", "Terminal", "WireJSON", "WorkerClient", zeroMQ,
                zeroMQPatterns,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Resources", "DESIGN.md"],
            swiftSettings: swiftSettings,
            plugins: ["EmbedResources", "BuildCommit"]
        ),
        .plugin(name: "BuildCommit", capability: .buildTool()),
        .plugin(name: "EmbedResources", capability: .buildTool()),
        .executableTarget(
            name: "WebGateway",
            dependencies: [
                "AccessTokens", "CZlib", "Cryptography", "Localization", "Messages", "OTLPTracing", "PictureFiles",
                "Platform",
                "PrometheusText",
                "ServiceContexts", "StructuredLog", "WireJSON", "WorkerClient", zeroMQ, zeroMQPatterns,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: web),
                .product(name: "Hummingbird", package: "hummingbird", condition: web),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: web),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache", condition: web),
                .product(name: "NIOCore", package: "swift-nio", condition: web),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: web),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: web),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: web),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: web),
                .product(name: "NIOTLS", package: "swift-nio", condition: web),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            exclude: ["Resources", "DESIGN.md"],
            swiftSettings: swiftSettings,
            plugins: ["EmbedResources"]
        ),

        // MARK: Tests

        // What tests share is a target of tests, too: then only a build for tests compiles it.
        .testTarget(
            name: "TestKit",
            dependencies: [
                "Journal", "Messages", "Platform", "SQLiteJournal", "WireJSON", "WorkerEngine", "WorkerRuntime",
                zeroMQ,
            ],
            swiftSettings: swiftSettings
        ),

        // Those of the ZeroMQ package, which has them in its own manifest as well: here they share the build of everything else.
        .testTarget(
            name: "ZeroMQTests",
            dependencies: [zeroMQ],
            path: "Packages/swift-zeromq/Tests/ZeroMQTests",
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "ZeroMQPatternsTests",
            dependencies: [zeroMQ, zeroMQPatterns],
            path: "Packages/swift-zeromq/Tests/ZeroMQPatternsTests",
            swiftSettings: swiftSettings
        ),
        .testTarget(name: "OTLPTracingTests", dependencies: ["OTLPTracing"], swiftSettings: swiftSettings),
        .testTarget(name: "StructuredLogTests", dependencies: ["StructuredLog"], swiftSettings: swiftSettings),
        .testTarget(
            name: "PlatformTests",
            dependencies: ["CSimulatedDisk", "Platform", "TestKit"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "WireJSONTests",
            dependencies: ["Platform", "WireJSON"],
            resources: [.copy("Resources/suite")],
            swiftSettings: swiftSettings
        ),
        .testTarget(name: "SimulatedLog", dependencies: ["Platform", "ReplicatedLog"], swiftSettings: swiftSettings),
        .testTarget(
            name: "ReplicatedLogTests",
            dependencies: [
                "PostgreSQLLog", "Platform", "ReplicatedLog", "SimulatedLog", "TestKit",
                zeroMQ,
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "ReplicationTests",
            dependencies: [
                "Cryptography", "Journal", "Messages", "Platform", "ReplicatedLog", "Replication", "SQLite",
                "SQLiteJournal", "SimulatedLog", "TestKit", "WireJSON",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(name: "MessagesTests", dependencies: ["Messages", "WireJSON"], swiftSettings: swiftSettings),
        .testTarget(name: "JuiceDomainTests", dependencies: ["JuiceDomain", "Platform"], swiftSettings: swiftSettings),
        .testTarget(
            name: "StorageTests",
            dependencies: [
                "CSQLite", "CSQLiteFileLayer", "CSimulatedDisk", "Journal", "Messages", "Platform", "SQLite",
                "SQLiteJournal", "TestKit",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "WorkerRuntimeTests",
            dependencies: [
                "CSimulatedDisk", "Journal", "Messages", "PeerGuard", "Platform", "SQLite", "SQLiteJournal",
                "TestKit", "WireJSON", "WorkerEngine", "WorkerRuntime", zeroMQ,
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "WorkerClientTests",
            dependencies: [
                "CSimulatedDisk", "DurableWorkerClient", "Messages", "Platform", "TestKit", "WireJSON", "WorkerClient",
                zeroMQ, zeroMQPatterns,
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(name: "CalcDomainTests", dependencies: ["CalcDomain", "Platform"], swiftSettings: swiftSettings),
        .testTarget(
            name: "CalcServiceTests",
            dependencies: ["CalcDomain", "CalcService", "Messages", "WireJSON"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "CPictureSamples",
            path: "Tests/CPictureSamples",
            cSettings: cSettings,
            linkerSettings: ["jpeg", "png16", "webp"].map { .linkedLibrary($0) }
        ),
        .executableTarget(
            name: "PictureProbe",
            dependencies: ["CConfinement", "Pictures"],
            path: "Tests/PictureProbe",
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PicturesTests",
            dependencies: ["CPictureSamples", "PictureProbe", "Pictures"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "StoredFilesTests",
            dependencies: ["CSimulatedDisk", "Journal", "StoredFiles", "TestKit"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "MarketServiceTests",
            dependencies: [
                "Cryptography", "Journal", "MarketDomain", "MarketService", "Messages", "Pictures", "Platform",
                "SQLite", "SQLiteJournal", "StoredFiles", "TestKit", "WireJSON", "WorkerEngine", zeroMQ,
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "AccessTokensTests",
            dependencies: ["AccessTokens", "Messages", "Platform", "TestKit"],
            swiftSettings: swiftSettings
        ),
        .testTarget(name: "CryptographyTests", dependencies: ["Cryptography"], swiftSettings: swiftSettings),
        .testTarget(name: "ExpoDomainTests", dependencies: ["ExpoDomain", "Platform"], swiftSettings: swiftSettings),
        .testTarget(
            name: "ExpoServiceTests",
            dependencies: [
                "ExpoDomain", "ExpoService", "Journal", "Messages", "TestKit", "WireJSON", "WorkerEngine",
                zeroMQ,
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "MarketDomainTests",
            dependencies: ["MarketDomain", "Platform"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "DurableWorkerTests",
            dependencies: [
                "Contract", "DurableWorker", "Journal", "Messages", "SimulatedWorker", "StoredFiles", "WireJSON",
                "WorkerEngine",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "SimulatedWorkerTests",
            dependencies: [
                "DurableWorker",
                "Journal", "Messages", "SQLiteJournal", "SimulatedWorker", "TestKit", "WireJSON", "WorkerEngine",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "CPictureSamples", "CSQLite", "CSQLiteFileLayer", "CSimulatedDisk", "CalcService", "Cryptography",
                "ExpoService", "Journal", "JuiceDomain", "JuiceService", "MarketDomain", "MarketService",
                "Messages", "Pictures", "Platform", "SQLite", "SQLiteJournal", "SimulatedWorker", "StoredFiles",
                "TestKit", "WireJSON", "WorkerClient", "WorkerEngine", "WorkerRuntime", zeroMQ, zeroMQPatterns,
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "GatewayTests",
            dependencies: [
                "AccessTokens", "Gateway", "LoadGenerator", "Localization", "Messages", "Platform", "ServiceContexts",
                "Terminal",
                "WireJSON", "WorkerClient",
                zeroMQ, zeroMQPatterns,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "WebGatewayTests",
            dependencies: ["Localization", "Messages", "WebGateway"],
            swiftSettings: swiftSettings
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Programs for those who work on Jangteo. They use what is `package`, so they cannot be a package of their own, and are here only
// when they are asked for: see docs/decisions/0043-programs-for-developers.md.
if Context.environment["JANGTEO_TOOLS"] != nil {
    let tools: [(name: String, dependencies: [Target.Dependency])] = [
        ("AppendLog", ["PostgreSQLLog", "ReplicatedLog", zeroMQ]),
        ("CalcOracle", ["CalcDomain"]),
        ("CampaignClient", ["Messages", "Platform", "WireJSON", "WorkerClient", zeroMQ]),
        (
            "ConstantServer",
            [.product(name: "Hummingbird", package: "hummingbird"), .product(name: "NIOCore", package: "swift-nio")]
        ),
        ("ContractGenerator", ["WireJSON"]),
        ("Pieces", ["CalcDomain", "Journal", "Messages", "SQLiteJournal", "WireJSON", "WorkerClient", zeroMQ]),
    ]
    // The ZeroMQ package's, for its tests beside other implementations.
    package.targets.append(
        .executableTarget(
            name: "InteropPeer",
            dependencies: [zeroMQ],
            path: "Packages/swift-zeromq/Tests/InteropPeer",
            swiftSettings: swiftSettings
        )
    )
    package.targets += tools.map { tool in
        .executableTarget(
            name: tool.name,
            dependencies: tool.dependencies,
            path: "Tools/\(tool.name)",
            swiftSettings: swiftSettings
        )
    }
}

/// The targets of ours with these names, and all that they need.
@MainActor func needed(by names: [String]) -> Set<String> {
    var unseen = names
    var needed: Set<String> = []
    while let name = unseen.popLast() {
        guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            continue
        }
        unseen += target.dependencies.compactMap { dependency in
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): name
            default: nil
            }
        }
    }
    return needed
}

// For whoever builds often and needs few tests: the names of the test targets to keep, with commas between them.
if let kept = Context.environment["JANGTEO_TESTS"]?.split(separator: ",").map(String.init) {
    let kept = needed(by: kept)
    package.targets.removeAll { $0.type == .test && !kept.contains($0.name) }
}

// For whoever needs some programs and nothing else: their names, with commas between them. One call of `swift build` then builds
// all that they need, and links them beside each other.
if let kept = Context.environment["JANGTEO_PRODUCTS"]?.split(separator: ",").map(String.init) {
    package.products.removeAll { !kept.contains($0.name) }
    let needed = needed(by: package.products.flatMap { ($0 as? Product.Executable)?.targets ?? [] })
    package.targets.removeAll { !needed.contains($0.name) && $0.type != .plugin }
}
