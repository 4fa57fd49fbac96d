internal import Cryptography
package import Platform

/// All tokens that were not revoked, in the order of their names.
package struct TokenList: Sendable, Hashable {
    /// What is written over a line whose token was revoked.
    static let revoked = UInt8(ascii: "#")

    /// Whose they are.
    package private(set) var records: [TokenRecord] = []

    /// Nobody's.
    package init() {}

    /// Reads the text of a file, a line for each token.
    ///
    /// - Throws: ``TokenError`` that names the line which cannot be right.
    package init(_ bytes: [UInt8]) throws(TokenError) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw TokenError("it is not UTF-8") }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // A last line without an end was not written whole.
        guard lines.popLast()?.isEmpty == true else { throw TokenError("its last line has no end") }
        for (index, line) in lines.enumerated()
        where line.utf8.isEmpty || line.utf8.contains(where: { $0 != Self.revoked }) {
            guard let record = TokenRecord(line: line) else {
                throw TokenError("line \(index + 1) is not a name, a role, a hash, a time and perhaps an end")
            }
            guard !records.contains(where: { $0.name == record.name || $0.hash == record.hash }) else {
                throw TokenError("line \(index + 1) has the name or the hash of another")
            }
            records.append(record)
        }
        records.sort { $0.name < $1.name }
    }

    /// The text of a file.
    package var bytes: [UInt8] { records.flatMap { Array("\($0.line)\n".utf8) } }

    /// Whose a token is; `nil` when it is nobody's, or not any more.
    ///
    /// All hashes are compared, each in constant time, so that the time tells nothing of them.
    package func record(of token: AccessToken) -> TokenRecord? {
        let hash = Array(token.hash.utf8)
        var found: TokenRecord?
        for record in records where Secrets.areEqual(Array(record.hash.utf8), hash) { found = record }
        return found
    }

    /// Whether a token is still good, and has still the role that it had.
    package func contains(_ record: TokenRecord) -> Bool { records.contains(record) }

    /// Adds a token.
    ///
    /// - Returns: Whether it was added: a name has one token.
    package mutating func add(_ record: TokenRecord) -> Bool {
        guard !records.contains(where: { $0.name == record.name }) else { return false }
        records.append(record)
        records.sort { $0.name < $1.name }
        return true
    }

    /// Whose a hash is; `nil` when it is nobody's, or not any more.
    package func record(ofHash hash: String) -> TokenRecord? { records.first { $0.hash == hash } }

    /// Where the line of a name is in the text of a file, without its end; `nil` when there is none.
    static func line(of name: String, in bytes: [UInt8]) -> Range<Int>? {
        var start = ByteOrderMark.length(before: bytes[...])
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if bytes[start..<end].starts(with: Array("\(name) ".utf8)) { return start..<end }
            start = end + 1
        }
        return nil
    }
}

/// What is wrong with a file of tokens, in words for the person who named it.
package struct TokenError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What, and with what.
    package let sentence: Sentence

    package init(_ sentence: Sentence) { self.sentence = sentence }

    package var message: String { "\(sentence)" }
    package var description: String { message }
}
