import DurableWorkerClient
import LibraryAPI

/// `borrow ISBN READER`: lends a book, and says what came of it.
@main enum Borrow {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        guard words.count == 2, let isbn = words.first, let reader = words.last else {
            return print("usage: borrow ISBN READER")
        }
        try await ServiceClient.with(.configured(LibraryAPI.name)) { library in
            do {
                let book = try await library.call(LibraryAPI.lend, Loan(isbn: isbn, reader: reader))
                print("\(book.title) is lent to \(reader)")
            } catch let refusal as Refusal where refusal.reason == LibraryAPI.bookIsLent {
                print("not now: \(refusal.detail)")
            }
        }
    }
}
