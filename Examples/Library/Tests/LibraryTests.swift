import LibraryAPI
import SimulatedWorker
import Testing

@testable import library_service

@Suite struct LibraryTests {
    private let isbn = "9788954672214"

    private func library(seed: UInt64 = 1) throws -> SimulatedWorker {
        let library = try SimulatedWorker(Library(), seed: seed)
        _ = try library.call(LibraryAPI.add, Book(isbn: isbn, title: "The Vegetarian"))
        return library
    }

    @Test func `a book is lent to one reader at a time`() throws {
        let library = try library()
        #expect(try library.call(LibraryAPI.lend, Loan(isbn: isbn, reader: "Mina")).reader == "Mina")
        let refusal = #expect(throws: Refusal.self) {
            try library.call(LibraryAPI.lend, Loan(isbn: isbn, reader: "Jun"))
        }
        #expect(refusal?.reason == LibraryAPI.bookIsLent)
        #expect(try library.call(LibraryAPI.giveBack, BookID(isbn: isbn)).reader == nil)
        #expect(library.published.map(\.type) == ["library.lent", "library.returned"])
        #expect(library.published.first?.data(of: LibraryAPI.lent)?.reader == "Mina")
    }

    @Test func `a loan that was acknowledged outlives the power, and is lent once`() throws {
        let library = try library()
        let loan = Loan(isbn: isbn, reader: "Mina")
        _ = try library.call(LibraryAPI.lend, loan, key: "mina-1")
        try library.losePower()
        try library.start()
        #expect(try library.call(LibraryAPI.get, BookID(isbn: isbn)).reader == "Mina")
        // The same key is the same loan, so that it is not refused as a second one.
        #expect(try library.call(LibraryAPI.lend, loan, key: "mina-1").reader == "Mina")
    }

    @Test func `nothing is lost or lent twice, whatever ends the worker`() throws {
        let books = ["9788954672214", "9788936433598", "9788932473901"]
        try explore(lives: 100, of: Library()) { random in
            let isbn = random.pick(books)
            switch random.int(0...3) {
            case 0: return .write(LibraryAPI.add, Book(isbn: isbn, title: "A book"))
            case 1: return .write(LibraryAPI.lend, Loan(isbn: isbn, reader: random.pick(["Mina", "Jun"])))
            case 2: return .write(LibraryAPI.giveBack, BookID(isbn: isbn))
            default: return .read(LibraryAPI.get, BookID(isbn: isbn))
            }
        }
    }
}
