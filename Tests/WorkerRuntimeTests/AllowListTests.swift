import Foundation
import Messages
import Testing
import ZeroMQ

@testable import PeerGuard
@testable import WorkerEngine

/// The directory that says who may connect.
@Suite final class AllowListTests {
    private let directory = NSTemporaryDirectory() + "jangteo-clients-" + UUID().uuidString

    init() throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    private func allow(_ name: String, _ key: CurvePublicKey, _ metadata: [String: String]) throws {
        try CurveCertificate(publicKey: key, metadata: metadata).write(to: "\(directory)/\(name).key")
    }

    @Test func `each file is a client with its name, its role and its key`() throws {
        let (alice, bob) = (try CurveKeyPair.generate().publicKey, try CurveKeyPair.generate().publicKey)
        try allow("alice", alice, ["role": "operate"])
        try allow("bob", bob, ["role": "read", "comment": "the new one"])
        let list = try AllowList(readingFrom: directory)
        #expect(list.faults.isEmpty)
        #expect(
            list.clients == [
                alice: PeerAccess(name: "alice", role: .operate, transport: .curve),
                bob: PeerAccess(name: "bob", role: .read, transport: .curve),
            ]
        )
    }

    @Test func `a file that is wrong costs its own client and nobody else`() throws {
        let alice = try CurveKeyPair.generate().publicKey
        try allow("alice", alice, ["role": "order"])
        try allow("nobody", CurveKeyPair.generate().publicKey, [:])
        try allow("king", CurveKeyPair.generate().publicKey, ["role": "king"])
        let list = try AllowList(readingFrom: directory)
        #expect(list.clients.map(\.value.name) == ["alice"])
        #expect(list.faults.count == 2)
        #expect(list.faults.allSatisfy { $0.description.contains("read, order, operate") })
    }

    @Test func `two names for one key are nobody, because each could be taken for the other`() throws {
        let key = try CurveKeyPair.generate().publicKey
        for name in ["a", "b", "c"] { try allow(name, key, ["role": "order"]) }
        let list = try AllowList(readingFrom: directory)
        #expect(list.clients.isEmpty)
        #expect(list.faults.count == 2)
    }

    @Test func `who lost a key is told from who only got another role`() throws {
        let (alice, bob) = (try CurveKeyPair.generate().publicKey, try CurveKeyPair.generate().publicKey)
        try allow("alice", alice, ["role": "order"])
        try allow("bob", bob, ["role": "order"])
        let before = try AllowList(readingFrom: directory)
        for name in ["alice", "bob"] { try FileManager.default.removeItem(atPath: "\(directory)/\(name).key") }
        try allow("alice", alice, ["role": "read"])
        try allow("bob", CurveKeyPair.generate().publicKey, ["role": "order"])
        let after = try AllowList(readingFrom: directory)
        #expect(before.names(missingIn: after) == ["bob"])
        #expect(after.names(missingIn: before) == ["bob"])
        #expect(after.clients[alice]?.role == .read)
    }

    @Test func `a list that is not there is an error, and not an empty list`() throws {
        #expect(throws: WorkerError.self) { try AllowList(readingFrom: "\(directory)/no") }
    }
}
