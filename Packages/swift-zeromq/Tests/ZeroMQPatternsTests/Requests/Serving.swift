import Foundation
import Synchronization
import ZeroMQ
import ZeroMQPatterns

/// Runs a test on the thread of a node.
func onNode<R: Sendable>(_ body: @concurrent @Sendable (ZMQNode) async throws -> R) async throws -> R {
    try await ZMQNode.withNode(name: "test") { try await $0.run(body) }
}

/// Runs a test with a directory of its own, short enough for an ipc path.
func withTemporaryDirectory<R>(_ body: (String) async throws -> R) async throws -> R {
    let directory = FileManager.default.temporaryDirectory.appending(path: "zmq-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await body(directory.path())
}

extension ZMQNode {
    /// Answers requests until the task is cancelled or there have been so many.
    ///
    /// - Parameter answer: What to answer; `nil` for nothing.
    func serve(
        at endpoint: ZMQEndpoint,
        requests limit: Int = .max,
        _ answer: (RoutedRequest) -> RequestAnswer?
    ) async throws {
        try await withRouter { router in
            try router.bind(endpoint)
            var count = 0
            for await message in router.messages {
                guard let request = RoutedRequest(message) else { continue }
                if let answer = answer(request) { try? router.send(request.reply(answer)) }
                count += 1
                if count == limit { return }
            }
        }
    }

    /// Runs `body` beside servers, each with an endpoint of its own within the process.
    func withServers<R: Sendable>(
        _ answers: [@Sendable (RoutedRequest) -> RequestAnswer?],
        _ body: ([ZMQEndpoint]) async throws -> R
    ) async throws -> R {
        let endpoints = answers.indices.map { ZMQEndpoint.inproc(name: "server.\($0)") }
        return try await withThrowingTaskGroup { group in
            for (endpoint, answer) in zip(endpoints, answers) {
                group.addTask { try await self.serve(at: endpoint, answer) }
            }
            let result = try await body(endpoints)
            group.cancelAll()
            return result
        }
    }
}

/// A number that several tasks count up.
final class Counter: Sendable {
    private let value = Atomic(0)

    /// Counts up.
    ///
    /// - Returns: How many there are now.
    @discardableResult
    func add() -> Int { value.add(1, ordering: .relaxed).newValue }

    var count: Int { value.load(ordering: .relaxed) }
}
