import Glibc
import Journal

/// The greatest of all stored keys that begin alike, so that a greater one need not be looked for.
///
/// Clients make keys that begin with the time (RFC 9562, version 7: the first eight characters change every 65 s), so
/// nearly every new key is above those that begin like it. Keys of other kinds in the same store do not matter.
struct KeyFrontier: Equatable {
    /// The bytes that the keys have in common, the first one foremost.
    let beginning: UInt64
    /// No stored key that begins so is above this one, by the bytes of their UTF-8; empty when there is none.
    private(set) var greatest: [UInt8] = []

    /// The beginning of a key; `nil` for one that is too short.
    static func beginning(of key: Span<UInt8>) -> UInt64? {
        guard key.count >= 8 else { return nil }
        return unsafe UInt64(bigEndian: key.bytes.unsafeLoadUnaligned(as: UInt64.self))
    }

    init(beginning: UInt64) {
        self.beginning = beginning
    }

    /// The least text that begins so, and the least that comes after all that do.
    ///
    /// The last byte can be counted up: none of UTF-8 is 255.
    var bounds: (least: [UInt8], after: [UInt8]) {
        (Self.bytes(of: beginning), Self.bytes(of: beginning + 1))
    }

    private static func bytes(of beginning: UInt64) -> [UInt8] {
        unsafe withUnsafeBytes(of: beginning.bigEndian) { unsafe [UInt8]($0) }
    }

    /// Whether a key may be stored.
    func mayHave(_ key: Span<UInt8>) -> Bool {
        guard Self.beginning(of: key) == beginning else { return true }
        return !Self.isOrdered(greatest.span, before: key)
    }

    /// Takes note of a key that is stored now.
    mutating func add(_ key: Span<UInt8>) {
        guard Self.beginning(of: key) == beginning, Self.isOrdered(greatest.span, before: key) else { return }
        greatest = unsafe key.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// Takes note of the keys of a batch that is stored now.
    mutating func add(keysOf batch: JournalBatch) {
        let (texts, entries) = (batch.bytes.span, batch.entries.span)
        // Nearly always they rise: from the last on, only that one is copied.
        for index in entries.indices.reversed() {
            if let key = entries[index].key { add(texts.extracting(key)) }
        }
    }

    /// Whether a text comes before another as a store orders them: by bytes, where Swift's order is of another kind.
    private static func isOrdered(_ first: Span<UInt8>, before second: Span<UInt8>) -> Bool {
        unsafe first.withUnsafeBufferPointer { first in
            unsafe second.withUnsafeBufferPointer { second in
                guard let start = first.baseAddress, let other = second.baseAddress else {
                    return first.count < second.count
                }
                let order = unsafe memcmp(start, other, min(first.count, second.count))
                return order == 0 ? first.count < second.count : order < 0
            }
        }
    }
}
