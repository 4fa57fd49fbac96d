// swift-tools-version: 6.2

import PackageDescription

let zeroMQ: Target.Dependency = .product(name: "ZeroMQ", package: "swift-zeromq")
let patterns: Target.Dependency = .product(name: "ZeroMQPatterns", package: "swift-zeromq")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

// A package of its own, so that the library needs none of what an example needs.
let package = Package(
    name: "swift-zeromq-examples",
    dependencies: [
        .package(name: "swift-zeromq", path: ".."),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .executableTarget(name: "RequestWithRetry", dependencies: [zeroMQ, patterns]),
        .executableTarget(name: "WorkerPool", dependencies: [zeroMQ]),
        .executableTarget(name: "GapRepair", dependencies: [zeroMQ, patterns]),
        .executableTarget(name: "ProxyWithControl", dependencies: [zeroMQ]),
        .executableTarget(name: "NamedPeers", dependencies: [zeroMQ]),
        .executableTarget(name: "Pipeline", dependencies: [zeroMQ]),
        .executableTarget(name: "GracefulShutdown", dependencies: [zeroMQ, lifecycle, logging]),
    ]
)
