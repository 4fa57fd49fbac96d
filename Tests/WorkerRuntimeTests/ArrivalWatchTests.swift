import Foundation
import Logging
import TestKit
import Testing
import ZeroMQ

@testable import PeerGuard

@Suite(.timeLimit(.minutes(1))) struct ArrivalWatchTests {
    @Test func `while nobody gets to the end of what was asked for, nobody new finds the socket`() async throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/socket"
        try Data().write(to: URL(filePath: path))
        // What can be read stands for a connection that waits to be accepted.
        let listener = try SocketPair()
        listener.send()
        let watch = ArrivalWatch(files: 1 << 20, log: Logger(label: "test"))
        defer { watch.end() }
        watch.watch(path, descriptor: listener.connection.descriptor)
        watch.readsSubscriptions(toTheEnd: false)
        // A file cannot be waited for.
        while FileManager.default.fileExists(atPath: path) {
            // Each of them is seen at once; what they asked for is not.
            watch.sawConnections()
            try await Task.sleep(for: .milliseconds(1))
        }
        watch.readsSubscriptions(toTheEnd: true)
        while !FileManager.default.fileExists(atPath: path) { try await Task.sleep(for: .milliseconds(1)) }
    }
}
