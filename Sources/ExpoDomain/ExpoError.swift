/// Why a question to the catalogue has no answer.
package struct ExpoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of error it is.
    package let code: Code
    /// What happened, for people; it repeats no text that someone sent.
    package let message: String

    package var description: String { "\(code): \(message)" }

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The kinds of errors; more may be added.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case unknownEntry, numberOutOfRange, limitOutOfRange, cursorOutOfRange, searchTooLong, invalidImageName
        }

        private let value: Value

        package var description: String { value.rawValue }

        /// No entry has the name, the image name or the number.
        package static let unknownEntry = Code(value: .unknownEntry)
        /// A number of an entry is below 1.
        package static let numberOutOfRange = Code(value: .numberOutOfRange)
        /// A page was asked to hold no entries or too many.
        package static let limitOutOfRange = Code(value: .limitOutOfRange)
        /// A page was asked to begin before the first entry.
        package static let cursorOutOfRange = Code(value: .cursorOutOfRange)
        /// The text to search for is too long.
        package static let searchTooLong = Code(value: .searchTooLong)
        /// A text cannot be the name of a picture.
        package static let invalidImageName = Code(value: .invalidImageName)
    }
}
