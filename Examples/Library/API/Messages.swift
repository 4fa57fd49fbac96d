public import DurableWorkerClient

public struct BookID: Message {
    public var isbn = ""

    public init() {}
    public init(isbn: String) { self.isbn = isbn }

    public mutating func members(_ members: inout Members) {
        members("isbn", &isbn, .text(bytes: 10...13), "The number of the book.")
    }
}

public struct Book: Message {
    public var isbn = ""
    public var title = ""
    public var reader: String?

    public init() {}
    public init(isbn: String, title: String) { (self.isbn, self.title) = (isbn, title) }

    public mutating func members(_ members: inout Members) {
        members("isbn", &isbn, .text(bytes: 10...13), "The number of the book.")
        members("title", &title, .text(bytes: 1...200), "Its title.")
        members("reader", &reader, .text(bytes: 1...100), "Whom it is lent to; absent when it is there.")
    }
}

public struct Loan: Message {
    public var isbn = ""
    public var reader = ""

    public init() {}
    public init(isbn: String, reader: String) { (self.isbn, self.reader) = (isbn, reader) }

    public mutating func members(_ members: inout Members) {
        members("isbn", &isbn, .text(bytes: 10...13), "The number of the book.")
        members("reader", &reader, .text(bytes: 1...100), "Whom it is lent to.")
    }
}

public struct PageRequest: Message {
    public var after: String?
    public var limit = 20

    public init() {}

    public mutating func members(_ members: inout Members) {
        members("after", &after, .text(bytes: 10...13), "The last number of the page before; absent: the first page.")
        members("limit", &limit, .integer(in: 1...100), "At most this many.", need: .optional)
    }
}

public struct BookPage: Message {
    public var books: [Book] = []

    public init() {}
    public init(books: [Book]) { self.books = books }

    public mutating func members(_ members: inout Members) {
        members("books", &books, .list(of: .message, count: 0...100), "The books.")
    }
}
