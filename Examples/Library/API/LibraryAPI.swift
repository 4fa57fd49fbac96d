public import DurableWorkerClient

/// A library that lends books.
public enum LibraryAPI: ServiceAPI {
    public static let name: ServiceName = "library"
    public static let summary = "Lends books, each to one reader at a time."
    public static let version = "1.0.0"

    public static let unknownBook = ErrorReason("UNKNOWN_BOOK", code: 1, status: 404, "there is no such book")
    public static let bookIsLent = ErrorReason("BOOK_IS_LENT", code: 2, status: 409, "the book is lent")
    public static let bookIsNotLent = ErrorReason("BOOK_IS_NOT_LENT", code: 3, status: 409, "the book is not lent")

    public static let lent = EventType("library.lent", "A book has gone to a reader.", data: Loan.self)
    public static let returned = EventType("library.returned", "A book has come back.", data: Loan.self)

    public static let get = ReadMethod(
        "library.get", "One book.", params: BookID.self, result: Book.self, errors: [unknownBook]
    )
    public static let list = ReadMethod(
        "library.list", "Books in the order of their numbers.", params: PageRequest.self, result: BookPage.self
    )
    public static let add = WriteMethod(
        "library.add", "Adds a book, or changes its title.", params: Book.self, result: Nothing.self, for: .operate
    )
    public static let lend = WriteMethod(
        "library.lend", "Lends a book to a reader.", params: Loan.self, result: Book.self,
        errors: [unknownBook, bookIsLent], events: [lent]
    )
    public static let giveBack = WriteMethod(
        "library.return", "Takes a book back.", params: BookID.self, result: Book.self,
        errors: [unknownBook, bookIsNotLent], events: [returned]
    )
}
