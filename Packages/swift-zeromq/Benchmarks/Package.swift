// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that whoever depends on the library gets none of it.
let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "swift-zeromq", path: "..")],
    targets: [
        .executableTarget(
            name: "Peer",
            dependencies: [.product(name: "ZeroMQ", package: "swift-zeromq")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .treatAllWarnings(as: .error),
            ]
        )
    ]
)
