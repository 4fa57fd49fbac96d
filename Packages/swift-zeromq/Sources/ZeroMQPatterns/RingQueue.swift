/// A queue with two ends that keeps its memory.
///
/// Adding and taking cost the same however long it is.
@usableFromInline
struct RingQueue<Element: Sendable>: Sendable {
    /// As many places as a power of two.
    @usableFromInline var places: ContiguousArray<Element?> = []
    @usableFromInline var head = 0
    @usableFromInline var count = 0

    @inlinable
    init() {}

    @inlinable
    var first: Element? { count > 0 ? places[head] : nil }

    @inlinable
    var last: Element? { count > 0 ? places[place(count - 1)] : nil }

    /// An element, counted from the first; `nil` beyond the last.
    func element(_ offset: Int) -> Element? {
        (0..<count).contains(offset) ? places[place(offset)] : nil
    }

    @inlinable
    mutating func append(_ element: Element) {
        if count == places.count { grow() }
        places[place(count)] = element
        count += 1
    }

    @inlinable
    mutating func prepend(_ element: Element) {
        if count == places.count { grow() }
        head = place(places.count - 1)
        places[head] = element
        count += 1
    }

    @inlinable
    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = places[head].take()
        head = place(1)
        count -= 1
        return element
    }

    @inlinable
    mutating func popLast() -> Element? {
        guard count > 0 else { return nil }
        count -= 1
        return places[place(count)].take()
    }

    @inlinable
    mutating func removeAll() {
        while popFirst() != nil {}
    }

    /// Where an element is, counted from the first.
    @inlinable
    func place(_ offset: Int) -> Int {
        (head + offset) & (places.count - 1)
    }

    @inlinable
    mutating func grow() {
        var more = ContiguousArray<Element?>()
        more.reserveCapacity(max(places.count * 2, 8))
        while let element = popFirst() { more.append(element) }
        let used = more.count
        more.append(contentsOf: repeatElement(nil, count: max(places.count * 2, 8) - used))
        places = more
        head = 0
        count = used
    }
}
