/// Elements in memory that they leave behind when they are removed, for the next to be written over them.
///
/// To empty an array that keeps its memory costs more than to fill it with the few bytes of most messages.
struct ReusedBuffer<Element: BitwiseCopyable & Hashable & Sendable>: Sendable, Hashable {
    /// The elements, and behind them what is left of earlier ones.
    private var storage: [Element] = []
    private(set) var count = 0

    /// The elements in place.
    var span: Span<Element> {
        @_lifetime(borrow self)
        borrowing get { storage.span.extracting(0..<count) }
    }

    /// Removes all elements and keeps the memory.
    mutating func removeAll() { count = 0 }

    mutating func append(_ element: Element) {
        if count < storage.count {
            storage[count] = element
        } else {
            storage.append(element)
        }
        count += 1
    }

    mutating func append(contentsOf source: Span<Element>) {
        let reused = min(storage.count - count, source.count)
        unsafe source.withUnsafeBufferPointer { source in
            unsafe storage.withUnsafeMutableBufferPointer { storage in
                guard let old = storage.baseAddress, let new = source.baseAddress else { return }
                unsafe (old + count).update(from: new, count: reused)
            }
            if reused < source.count { unsafe storage.append(contentsOf: source[reused...]) }
        }
        count += source.count
    }

    static func == (one: ReusedBuffer, other: ReusedBuffer) -> Bool {
        one.storage[..<one.count] == other.storage[..<other.count]
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(storage[..<count])
    }
}
