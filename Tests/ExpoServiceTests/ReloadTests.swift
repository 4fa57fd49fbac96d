import ExpoDomain
import Journal
import Logging
import Messages
import SQLiteJournal
import TestKit
import Testing
import WireJSON
import ZeroMQ

@testable import ExpoService
@testable import WorkerEngine

@Suite("Data read anew, and the store")
struct ReloadTests {
    private let directory: DataDirectory
    private let journal: FailingJournal
    private let engine: RequestEngine

    init() throws {
        directory = try DataDirectory(poster: #"{"visitors": 0}"#)
        let worker = try ExpoWorker(
            source: .directory(directory.path),
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        journal = FailingJournal(
            try SQLiteJournal(
                opening: SQLiteJournalConfiguration(
                    directory: directory.path + "/state",
                    service: "expo",
                    initialLevels: worker.initialLevels
                )
            )
        )
        engine = try RequestEngine(service: worker, journal: journal, .init(processID: "test"))
    }

    /// Writes a version of the data and reads it.
    private func reload(_ version: Int) throws {
        try directory.write("exposition_universelle_1900.json", Array(#"{"visitors": \#(version)}"#.utf8))
        let reload = try #require(engine.service.reload)
        defer { engine.endIteration() }
        try engine.change("expo.reload", by: reload)
    }

    /// What the poster says that is served.
    private var served: Int? {
        get throws {
            let request = ZMQMultipart([1], Array(#"{"jsonrpc":"2.0","id":1,"method":"expo.poster"}"#.utf8))
            engine.take(request)
            defer { engine.endIteration() }
            return try JSONReader().read(engine.answer(0).frame(1))["result"]?["visitors"]?.integer
        }
    }

    @Test
    func `a reload that the store refuses leaves the old data, also when the store works again`() throws {
        try reload(1)
        journal.failure = .nothingStored
        #expect(throws: StorageError.self) { try reload(2) }
        #expect(try served == 1)
        journal.failure = nil
        #expect(engine.recoverStorage())
        #expect(try served == 1)
        #expect(journal.lastSequence == 1)
        try reload(3)
        #expect(try served == 3)
        #expect(journal.lastSequence == 2)
    }

    @Test
    func `a reload that was stored unnoticed is served when the store works again`() throws {
        try reload(1)
        journal.failure = .storedUnnoticed
        #expect(throws: StorageError.self) { try reload(2) }
        journal.failure = nil
        #expect(engine.recoverStorage())
        #expect(try served == 2)
        #expect(journal.lastSequence == 2)
        try reload(3)
        #expect(try journal.events(after: 2, limit: 1).first?.previousSequence == 2)
    }

    @Test
    func `bad data change nothing and announce nothing`() throws {
        try directory.write("items.json", Array("[".utf8))
        #expect(throws: ExpositionError.self) { try reload(1) }
        #expect(try served == 0)
        #expect(journal.lastEntry == 0)
    }
}
