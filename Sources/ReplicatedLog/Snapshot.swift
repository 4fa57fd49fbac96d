internal import Cryptography

/// A complete copy of a stream's state at a position, stored in parts.
package struct Snapshot: Sendable, Hashable {
    /// The last row whose effect is in it.
    package let position: Int
    /// Who has made it.
    package let writer: String
    /// The number of the format that its bytes are in.
    package let format: UInt16
    /// How many parts it has, from 1 on.
    package let parts: Int
    /// The bytes of all parts together.
    package let bytes: Int
    /// SHA-256 of the checksums of all parts, in their order.
    package let checksum: [UInt8]

    /// Describes a snapshot that is there.
    package init(position: Int, writer: String, format: UInt16, parts: Int, bytes: Int, checksum: [UInt8]) {
        self.position = position
        self.writer = writer
        self.format = format
        self.parts = parts
        self.bytes = bytes
        self.checksum = checksum
    }

    /// Describes a snapshot by the parts it was stored in.
    ///
    /// - Parameter parts: All of them, in their order; of each only its checksum and size are kept.
    package init(position: Int, writer: String, format: UInt16, of parts: some Sequence<SnapshotPart.Summary>) {
        var hash = SHA256()
        var count = 0
        var bytes = 0
        for part in parts {
            hash.add(part.checksum.span)
            count += 1
            bytes += part.bytes
        }
        self.init(
            position: position,
            writer: writer,
            format: format,
            parts: count,
            bytes: bytes,
            checksum: hash.finish()
        )
    }
}

/// One part of a snapshot.
package struct SnapshotPart: Sendable, Hashable {
    /// The most bytes in one: what one call carries, and both sides hold in memory.
    package static let maximumBytes = 16 << 20

    /// What a part comes to: what ``Snapshot`` is made of.
    package struct Summary: Sendable, Hashable {
        package let checksum: [UInt8]
        package let bytes: Int
    }

    /// The position of the snapshot.
    package let position: Int
    /// Its number, from 1 on.
    package let number: Int
    /// What it holds.
    package let bytes: [UInt8]
    /// SHA-256 of the position, the number and the bytes.
    package let checksum: [UInt8]

    /// A part to be stored, with its checksum.
    package init(_ bytes: [UInt8], number: Int, position: Int) {
        self.position = position
        self.number = number
        self.bytes = bytes
        var hash = SHA256()
        for value in [position, number] {
            unsafe withUnsafeBytes(of: Int64(value).bigEndian) { unsafe hash.add(Array($0).span) }
        }
        hash.add(bytes.span)
        checksum = hash.finish()
    }

    /// A part that an engine has given back.
    ///
    /// - Throws: ``LogError`` with `damaged` when it is not what was stored.
    package init(_ bytes: [UInt8], number: Int, position: Int, checksum: [UInt8]) throws(LogError) {
        self.init(bytes, number: number, position: position)
        guard self.checksum == checksum else {
            throw LogError(.damaged, "Part \(number) of the snapshot at \(position) does not fit its checksum")
        }
    }

    /// Its checksum and size.
    package var summary: Summary { Summary(checksum: checksum, bytes: bytes.count) }
}

/// What became of completing a snapshot.
package enum SnapshotOutcome: Sendable, Hashable {
    /// Others can see it; also when it was complete before.
    case completed
    /// The parts that are stored are not those of the snapshot.
    case incomplete
}
