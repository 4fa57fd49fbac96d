/// Names a file beside the database by its content: the SHA-256 of its bytes.
package struct FileHash: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// How many bytes a hash has.
    package static let byteCount = 32

    /// The bytes of the hash.
    package let bytes: [UInt8]

    /// Takes a hash; `nil` unless it has ``byteCount`` bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Takes the digest of a SHA-256.
    package init(sha256 digest: [UInt8]) { bytes = digest }

    /// Takes a hash that was kept as text; `nil` unless it is 64 lower-case hexadecimal digits.
    package init?(_ text: String) {
        let digits = text.utf8.compactMap(Self.value)
        guard text.utf8.count == 2 * Self.byteCount, digits.count == text.utf8.count else { return nil }
        bytes = (0..<Self.byteCount).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] }
    }

    /// By their digits.
    package static func < (left: FileHash, right: FileHash) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }

    /// 64 lower-case hexadecimal digits.
    package var description: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// Files beside the database that rows of it name by their content, such as pictures.
///
/// Every worker of a stream that names one has to have it before it has the row. Calls wait for the disk.
package protocol ContentFiles: Sendable {
    /// Selects the hash of each file that the rows of a store name, as 64 hexadecimal digits.
    var namesQuery: String { get }

    /// Reads a file, and checks that it is what was stored.
    ///
    /// - Throws: ``StorageError``, also when there is none.
    func bytes(of hash: FileHash) throws(StorageError) -> [UInt8]

    /// Makes a file durable under the hash of its bytes.
    @discardableResult
    func add(_ bytes: [UInt8]) throws(StorageError) -> FileHash

    /// Finds out whether there is a file, and has it count as new for whatever removes files that no row names.
    func keep(_ hash: FileHash) throws(StorageError) -> Bool

    /// Those that were asked for since the last call, and were not there.
    func takeMissed() -> [FileHash]
}
