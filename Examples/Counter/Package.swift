// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "counter",
    dependencies: [
        .package(name: "jangteo", path: "../..", traits: ["PostgreSQL"]),
    ],
    targets: [
        .executableTarget(
            name: "counter-service",
            dependencies: [.product(name: "DurableWorker", package: "jangteo")],
            path: "Service"
        ),
        .testTarget(
            name: "CounterTests",
            dependencies: ["counter-service", .product(name: "SimulatedWorker", package: "jangteo")],
            path: "Tests"
        ),
    ]
)
