/// What comes out of a bounded buffer that someone else fills.
public enum ZMQBuffered<Element: Sendable>: Sendable {
    /// What came next.
    case element(Element)
    /// The reader was too slow: this many that came here were dropped.
    case overflow(dropped: Int)
}

extension ZMQBuffered: Equatable where Element: Equatable {}

/// What came while nobody was looking, up to a bound; on the owner thread.
final class BoundedBuffer<Element: Sendable> {
    private let node: ZMQNode
    private let capacity: Int
    private var elements: [ZMQBuffered<Element>] = []
    private var head = 0
    private var isEnded = false
    private var readers = WaiterQueue()

    init(_ node: ZMQNode, capacity: Int) {
        self.node = node
        self.capacity = max(capacity, 1)
    }

    func put(_ element: Element) {
        if elements.count - head < capacity {
            elements.append(.element(element))
        } else if case .overflow(let dropped)? = elements.last {
            elements[elements.count - 1] = .overflow(dropped: dropped + 1)
        } else {
            // In its place, after all that came before.
            elements.append(.overflow(dropped: 1))
        }
        serve()
    }

    func end() {
        isEnded = true
        serve()
    }

    /// The next; `nil` at the end, or when the task was cancelled.
    func next() async -> ZMQBuffered<Element>? {
        if node.isHoldingUpOthers() { await node.letOthersRun() }
        var next: ZMQBuffered<Element>?
        if readers.isEmpty, take(&next) { return next }
        try? await node.wait(timeout: nil) { () throws(ZMQError) in
            self.take(&next)
        } begin: { waiter in
            readers.append(waiter)
            return { [unowned self, unowned waiter] in readers.remove(waiter) }
        }
        return next
    }

    private func take(_ next: inout ZMQBuffered<Element>?) -> Bool {
        guard head < elements.count else { return isEnded }
        next = elements[head]
        head += 1
        if head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return true
    }

    private func serve() {
        while let reader = readers.first, reader.serve() { readers.removeFirst() }
    }
}

/// Elements of a bounded buffer, as they come.
///
/// One task reads it. The buffer is filled from its making on, until the last reference to it is gone.
public struct ZMQBufferedSequence<Element: Sendable>: AsyncSequence {
    let buffer: BoundedBuffer<Element>

    /// Takes one element after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let buffer: BoundedBuffer<Element>

        /// Waits for the next element.
        ///
        /// - Returns: The element, or how many were dropped in its place; `nil` when the socket was closed or the task was
        ///   cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> ZMQBuffered<Element>? {
            await buffer.next()
        }
    }

    /// Begins with what came first and was not read yet.
    public func makeAsyncIterator() -> Iterator { Iterator(buffer: buffer) }
}
