internal import Cryptography

/// All tokens that are good, in the order of their names.
package struct TokenList: Sendable, Hashable {
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
        for (index, line) in lines.enumerated() {
            guard let record = TokenRecord(line: line) else {
                throw TokenError("line \(index + 1) is not a name, a role, a hash and a time")
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

    /// Takes a token away.
    ///
    /// - Returns: Whether there was one of that name.
    package mutating func remove(_ name: String) -> Bool {
        guard let index = records.firstIndex(where: { $0.name == name }) else { return false }
        records.remove(at: index)
        return true
    }
}

/// What is wrong with a file of tokens, in words for the person who named it.
package struct TokenError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What, and with what.
    package let message: String

    package init(_ message: String) { self.message = message }

    /// The message.
    package var description: String { message }
}
