/// Some of the 4 096 ids of one chunk.
struct IdentifierSet: Equatable {
    /// An id's chunk is the id divided by 2 to the power of this; the rest is its place.
    static let bits = 12
    /// The ids of a chunk.
    static let capacity = 1 << bits
    /// Stored as a list, two bytes for each, the set is smaller than as bits below this count.
    private static let smallList = capacity / 16

    private var words = [UInt64](repeating: 0, count: capacity / 64)
    private(set) var count = 0

    init() {}

    /// Reads the stored form; what cannot be one is an empty set.
    init(stored: [UInt8]) {
        if stored.count == Self.capacity / 8 {
            for index in words.indices {
                var word: UInt64 = 0
                for byte in 0..<8 { word |= UInt64(stored[index * 8 + byte]) << (8 * byte) }
                words[index] = word
                count += word.nonzeroBitCount
            }
        } else {
            for index in stride(from: 0, to: stored.count - stored.count % 2, by: 2) {
                insert((Int(stored[index]) | Int(stored[index + 1]) << 8) & (Self.capacity - 1))
            }
        }
    }

    /// The stored form.
    var stored: [UInt8] {
        if count < Self.smallList {
            return places.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        }
        return words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    }

    var isEmpty: Bool { count == 0 }

    /// The places in it, rising.
    var places: [Int] {
        var places: [Int] = []
        places.reserveCapacity(count)
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                places.append(index * 64 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return places
    }

    mutating func insert(_ place: Int) {
        let bit: UInt64 = 1 << (place % 64)
        if words[place / 64] & bit == 0 { count += 1 }
        words[place / 64] |= bit
    }

    mutating func remove(_ place: Int) {
        let bit: UInt64 = 1 << (place % 64)
        if words[place / 64] & bit != 0 { count -= 1 }
        words[place / 64] &= ~bit
    }

    /// Takes in what is in the other set.
    mutating func formUnion(_ other: IdentifierSet) {
        guard !isEmpty else {
            self = other
            return
        }
        count = 0
        for index in words.indices {
            words[index] |= other.words[index]
            count += words[index].nonzeroBitCount
        }
    }

    /// Leaves only what is in the other set too.
    mutating func formIntersection(_ other: IdentifierSet) {
        count = 0
        for index in words.indices {
            words[index] &= other.words[index]
            count += words[index].nonzeroBitCount
        }
    }
}
