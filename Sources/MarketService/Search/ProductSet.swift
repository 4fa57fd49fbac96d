/// The products that a search has found, by chunks of their ids.
struct ProductSet: Equatable {
    private var chunks: [(number: Int, ids: IdentifierSet)] = []
    /// How many there are.
    private(set) var count = 0

    /// The bytes of memory that it keeps, about.
    var byteCount: Int { chunks.count * (IdentifierSet.capacity / 8 + 64) }

    /// Appends what was found in a chunk; chunks come in rising order.
    mutating func append(_ ids: IdentifierSet, chunk: Int) {
        guard !ids.isEmpty else { return }
        chunks.append((chunk, ids))
        count += ids.count
    }

    /// Puts a product in, or takes it out.
    mutating func set(_ id: Int, isFound: Bool) {
        let number = id >> IdentifierSet.bits
        let place = id & (IdentifierSet.capacity - 1)
        var index = chunks.endIndex
        // From the end: nearly all changes are of new products.
        while index > 0, chunks[index - 1].number >= number { index -= 1 }
        if index == chunks.endIndex || chunks[index].number != number {
            guard isFound else { return }
            chunks.insert((number, IdentifierSet()), at: index)
        }
        count -= chunks[index].ids.count
        if isFound { chunks[index].ids.insert(place) } else { chunks[index].ids.remove(place) }
        count += chunks[index].ids.count
        if chunks[index].ids.isEmpty { chunks.remove(at: index) }
    }

    /// Some of the products, newest first.
    ///
    /// - Parameter places: Which, counted from the newest; within 0..<``count``.
    func products(_ places: Range<Int>) -> [Int] {
        var found: [Int] = []
        var skip = places.lowerBound
        for (number, ids) in chunks.reversed() where found.count < places.count {
            guard skip < ids.count else {
                skip -= ids.count
                continue
            }
            let wanted = ids.places.reversed().dropFirst(skip).prefix(places.count - found.count)
            found += wanted.map { number << IdentifierSet.bits | $0 }
            skip = 0
        }
        return found
    }

    static func == (left: ProductSet, right: ProductSet) -> Bool {
        left.chunks.elementsEqual(right.chunks) { $0.number == $1.number && $0.ids == $1.ids }
    }
}
