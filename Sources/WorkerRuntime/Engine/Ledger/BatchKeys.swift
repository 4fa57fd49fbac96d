/// The idempotency keys of a batch, and which of its writes has which.
///
/// A client's keys begin with the time and rise (RFC 9562, version 7), and to see that a key is above the last costs less
/// than to hash it. Those that do not rise, as where the clocks of two clients differ, are hashed.
struct BatchKeys {
    /// Keys that rise by their bytes, with the places of their writes.
    private var rising: [(key: ExactKey, place: Int)] = []
    private var others: [ExactKey: Int] = [:]

    /// The place of the write with a key; `nil` when there is none.
    subscript(key: String) -> Int? {
        let key = ExactKey(key)
        guard let last = rising.last, !(last.key < key) else { return nil }
        var (low, high) = (0, rising.count)
        while low < high {
            let middle = (low + high) / 2
            if rising[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return rising[low].key == key ? rising[low].place : others[key]
    }

    /// Adds the key of a write; one that is there already must not be added again.
    mutating func add(_ key: String, at place: Int) {
        let key = ExactKey(key)
        if let last = rising.last, !(last.key < key) {
            others[key] = place
        } else {
            rising.append((key, place))
        }
    }

    /// Forgets all and keeps the memory.
    mutating func removeAll() {
        rising.removeAll(keepingCapacity: true)
        others.removeAll(keepingCapacity: true)
    }
}
