import DurableWorker
import LibraryAPI

@main struct Library: DurableService {
    typealias API = LibraryAPI
    typealias State = Records<Book>

    var methods: [Method<State>] {
        On(API.get) { params, books, _ in try book(params.isbn, in: books) }
        On(API.list) { params, books, _ in
            BookPage(books: books.page(after: params.after, limit: params.limit).map(\.value))
        }
        On(API.add) { params, books, _ in
            var book = params
            book.reader = books[params.isbn]?.reader
            books[params.isbn] = book
            return Nothing()
        }
        On(API.lend) { params, books, context in
            var book = try book(params.isbn, in: books)
            guard book.reader == nil else { throw Refusal(API.bookIsLent, "\(book.title) is lent") }
            book.reader = params.reader
            books[params.isbn] = book
            context.emit(API.lent, of: params.isbn, params)
            return book
        }
        On(API.giveBack) { params, books, context in
            var book = try book(params.isbn, in: books)
            guard let reader = book.reader else { throw Refusal(API.bookIsNotLent, "\(book.title) is there") }
            book.reader = nil
            books[params.isbn] = book
            context.emit(API.returned, of: params.isbn, Loan(isbn: params.isbn, reader: reader))
            return book
        }
    }

    private func book(_ isbn: String, in books: Records<Book>) throws -> Book {
        guard let book = books[isbn] else { throw Refusal(API.unknownBook, "no book has the number \(isbn)") }
        return book
    }
}
