// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "library",
    dependencies: [.package(name: "jangteo", path: "../..", traits: ["PostgreSQL"])],
    targets: [
        // What the service and its callers share.
        .target(name: "LibraryAPI", dependencies: [.product(name: "DurableWorkerClient", package: "jangteo")]),
        .executableTarget(
            name: "library-service",
            dependencies: ["LibraryAPI", .product(name: "DurableWorker", package: "jangteo")],
            path: "Sources/LibraryService"
        ),
        .executableTarget(
            name: "borrow",
            dependencies: ["LibraryAPI", .product(name: "DurableWorkerClient", package: "jangteo")]
        ),
        .testTarget(
            name: "LibraryTests",
            dependencies: ["library-service", "LibraryAPI", .product(name: "SimulatedWorker", package: "jangteo")]
        ),
    ]
)
