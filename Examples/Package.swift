// swift-tools-version: 6.2

import PackageDescription

// Services of somebody else: they use nothing but the products of Jangteo.
let worker = Target.Dependency.product(name: "DurableWorker", package: "jangteo")
let client = Target.Dependency.product(name: "DurableWorkerClient", package: "jangteo")
let simulation = Target.Dependency.product(name: "SimulatedWorker", package: "jangteo")

let package = Package(
    name: "examples",
    dependencies: [.package(name: "jangteo", path: "..", traits: ["PostgreSQL"])],
    targets: [
        .executableTarget(name: "counter-service", dependencies: [worker], path: "Counter/Service"),
        .testTarget(name: "CounterTests", dependencies: ["counter-service", simulation], path: "Counter/Tests"),

        // Two versions of a service in one program, for the tests of an update.
        .executableTarget(name: "editions-service", dependencies: [worker], path: "Editions/Service"),

        .executableTarget(name: "order", dependencies: [client], path: "Order"),
        .executableTarget(name: "album-service", dependencies: [worker], path: "Album/Service"),
        .testTarget(name: "AlbumTests", dependencies: ["album-service", simulation], path: "Album/Tests"),

        // What the library and its callers share is a module of its own.
        .target(name: "LibraryAPI", dependencies: [client], path: "Library/API"),
        .executableTarget(name: "library-service", dependencies: ["LibraryAPI", worker], path: "Library/Service"),
        .executableTarget(name: "borrow", dependencies: ["LibraryAPI", client], path: "Library/Borrow"),
        .testTarget(
            name: "LibraryTests",
            dependencies: ["LibraryAPI", "library-service", simulation],
            path: "Library/Tests"
        ),
    ]
)
