// swift-tools-version: 6.2

import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "swift-zeromq",
    products: [
        .library(name: "ZeroMQ", targets: ["ZeroMQ"]),
        .library(name: "ZeroMQPatterns", targets: ["ZeroMQPatterns"]),
    ],
    targets: [
        .systemLibrary(
            name: "CLibZMQ",
            pkgConfig: "libzmq",
            providers: [.apt(["libzmq3-dev"]), .brew(["zeromq"])]
        ),
        .target(
            name: "CZMQ",
            dependencies: ["CLibZMQ"],
            cSettings: [
                .define("_GNU_SOURCE"),
                .enableWarning("all"),
                .enableWarning("extra"),
                .treatAllWarnings(as: .error),
            ]
        ),
        // Every unsafe expression is spelled `unsafe`. Messages lend their bytes as spans, whose lifetimes Swift 6.2 has an
        // experimental feature to declare.
        .target(
            name: "ZeroMQ",
            dependencies: ["CZMQ"],
            swiftSettings: swiftSettings + [.strictMemorySafety(), .enableExperimentalFeature("Lifetimes")]
        ),
        // What is built from sockets: calls that are sent again, and subscriptions that miss nothing.
        .target(name: "ZeroMQPatterns", dependencies: ["ZeroMQ"], swiftSettings: swiftSettings),
        // Stands for this library in the tests with other implementations, which are programs in Tests/Interoperability.
        .executableTarget(
            name: "InteropPeer",
            dependencies: ["ZeroMQ"],
            path: "Tests/InteropPeer",
            swiftSettings: swiftSettings
        ),
        .testTarget(name: "ZeroMQTests", dependencies: ["ZeroMQ", "CZMQ"], swiftSettings: swiftSettings),
        .testTarget(
            name: "ZeroMQPatternsTests",
            dependencies: ["ZeroMQPatterns", "ZeroMQ"],
            swiftSettings: swiftSettings
        ),
    ]
)
