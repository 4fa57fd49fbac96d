import DurableWorker
import Foundation
import Journal
import Messages
import SimulatedWorker
import StoredFiles
import Testing
import WorkerEngine

struct Note: Message {
    var name = ""

    init() {}
    init(_ name: String) { self.name = name }

    mutating func members(_ members: inout Members) {
        members("name", &name, .text(bytes: 0...64), "What names it.", need: .optional)
    }
}

enum ShelfAPI: ServiceAPI {
    static let name: ServiceName = "shelf"
    static let summary = "Keeps files."
    static let version = "1.0.0"
    static let put = WriteMethod("shelf.put", "Adds a file.", params: Note.self, result: Note.self)
    static let drop = WriteMethod("shelf.drop", "Drops the file of a name.", params: Note.self, result: Nothing.self)
    static let get = ReadMethod("shelf.get", "The file of a name.", params: Note.self, result: Note.self)
    static let wrong = ReadMethod("shelf.wrong", "Adds a file in a read.", params: Nothing.self, result: Nothing.self)
}

struct Shelf: DurableService {
    typealias API = ShelfAPI
    typealias State = Records<Note>
    static var files: FileFolder { FileFolder(names: "SELECT value ->> 'name' FROM record") }

    var methods: [DurableWorker.Method<State>] {
        On(job: API.put) { note, frames, _, context in
            let files = context.files
            return Job(.waiting) {
                let file = try files.add(frames[0])
                return { notes, _ in
                    // One without a name is added for nothing.
                    if !note.name.isEmpty { notes[note.name] = Note(file) }
                    return Note(file)
                }
            }
        }
        On(API.drop) { note, notes, _ in
            notes[note.name] = nil
            return Nothing()
        }
        On(API.get) { note, notes, context in
            let found = notes[note.name] ?? Note()
            try context.attach(file: found.name)
            return found
        }
        On(API.wrong) { _, _, context in
            _ = try context.files.add([1])
            return Nothing()
        }
    }
}

/// A shelf whose folder asks for what is no query.
struct WrongShelf: DurableService {
    typealias API = ShelfAPI
    typealias State = Records<Note>
    static var files: FileFolder { FileFolder(names: "SELECT name FROM photo") }
    var methods: [DurableWorker.Method<State>] { Shelf().methods }
}

@Suite struct FileTests {
    private let bytes: [UInt8] = Array("a file".utf8)

    private func path(_ name: String, of worker: SimulatedWorker) -> String {
        "\(worker.disk.directory)/shelf.files/\(name.prefix(2))/\(name)"
    }

    private func isThere(_ name: String, in worker: SimulatedWorker) -> Bool {
        SimulatedDisk.outside { (try? SimulatedDisk.read(path(name, of: worker))) != nil }
    }

    private func pass(hours: Int, in worker: SimulatedWorker) {
        for _ in 0..<hours * 6 { worker.pass(.seconds(600)) }
    }

    @Test func `a file comes back as it was added, whatever ends the worker`() throws {
        let worker = try SimulatedWorker(Shelf(), seed: 1)
        let note = try worker.call(ShelfAPI.put, Note("a"), attachments: [bytes])
        #expect(note.name == FileHash(of: bytes).description)
        for end in [worker.losePower, { worker.kill() }, { worker.stop() }] {
            try end()
            try worker.start()
            #expect(try worker.call(ShelfAPI.get, Note("a")).name == note.name)
            #expect(worker.attachments == [bytes])
        }
    }

    @Test func `a file that is needed stays, and one that is not goes after its time, and not before`() throws {
        let worker = try SimulatedWorker(Shelf(), seed: 2)
        let kept = try worker.call(ShelfAPI.put, Note("a"), attachments: [bytes]).name
        let dropped = try worker.call(ShelfAPI.put, Note("b"), attachments: [[1]]).name
        let unnamed = try worker.call(ShelfAPI.put, Note(), attachments: [[2]]).name
        pass(hours: 5, in: worker)
        #expect([kept, dropped, unnamed].map { isThere($0, in: worker) } == [true, true, false])
        // A backup that has copied the database before copies the files after.
        _ = try worker.call(ShelfAPI.drop, Note("b"))
        worker.pass(.seconds(3_500))
        #expect(isThere(dropped, in: worker))
        pass(hours: 5, in: worker)
        #expect([kept, dropped].map { isThere($0, in: worker) } == [true, false])
    }

    @Test func `a file that is added again between two looks stays for its whole time`() throws {
        let worker = try SimulatedWorker(Shelf(), seed: 3)
        let name = try worker.call(ShelfAPI.put, Note(), attachments: [bytes]).name
        // Each time shortly before it would go.
        for _ in 0..<5 {
            worker.pass(.seconds(3_000))
            _ = try worker.call(ShelfAPI.put, Note(), attachments: [bytes])
            #expect(isThere(name, in: worker))
        }
        pass(hours: 5, in: worker)
        #expect(!isThere(name, in: worker))
    }

    @Test func `a file that was lost or changed is an error, and never other bytes`() throws {
        let worker = try SimulatedWorker(Shelf(), seed: 4)
        let name = try worker.call(ShelfAPI.put, Note("a"), attachments: [bytes]).name
        worker.stop()
        try SimulatedDisk.outside { try FileManager.default.removeItem(atPath: path(name, of: worker)) }
        try worker.start()
        let lost = try #require(throws: Refusal.self) { try worker.call(ShelfAPI.get, Note("a")) }
        #expect(lost.reason == .internal)
        #expect(worker.attachments.isEmpty)
        _ = try worker.call(ShelfAPI.put, Note("a"), attachments: [bytes])
        _ = try worker.call(ShelfAPI.get, Note("a"))
        #expect(worker.attachments == [bytes])
    }

    @Test func `what is no file is refused, and a read adds none`() throws {
        let worker = try SimulatedWorker(Shelf(), seed: 5)
        for attempt in [{ _ = try worker.call(ShelfAPI.get, Note("none")) }, { _ = try worker.call(ShelfAPI.wrong) }] {
            #expect(try #require(throws: Refusal.self, performing: attempt).reason == .internal)
        }
    }

    @Test func `a disk that is full refuses the file, and what was there stays`() throws {
        let worker = try SimulatedWorker(Shelf(), seed: 6)
        _ = try worker.call(ShelfAPI.put, Note("a"), attachments: [bytes])
        worker.failNextCommit(.full)
        let refusal = try #require(throws: Refusal.self) {
            try worker.call(ShelfAPI.put, Note("a"), attachments: [[9]])
        }
        #expect(refusal.reason == .storageUnavailable)
        _ = try worker.call(ShelfAPI.get, Note("a"))
        #expect(worker.attachments == [bytes])
    }

    @Test func `names that are no query end the start`() throws {
        let worker = try? SimulatedWorker(WrongShelf(), seed: 7)
        #expect(throws: (any Error).self) { try worker?.call(ShelfAPI.put, Note("a"), attachments: [bytes]) ?? Note() }
    }
}
