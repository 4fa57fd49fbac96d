/// A clock that stands until something is due, and its timers: what is due together happens in the order it was planned in.
package final class VirtualTime {
    /// What it shows.
    package private(set) var now = Duration.zero
    private var planned: [(at: Duration, number: Int, perform: () -> Void)] = []
    private var lastNumber = 0

    /// A clock that stands at zero.
    package init() {}

    /// Has something done after a delay.
    package func schedule(_ delay: Duration, _ perform: @escaping () -> Void) {
        lastNumber += 1
        let entry = (at: now + max(delay, .zero), number: lastNumber, perform: perform)
        let index = planned.firstIndex { ($0.at, $0.number) > (entry.at, entry.number) } ?? planned.endIndex
        planned.insert(entry, at: index)
    }

    /// Forgets what was planned, and what that holds on to.
    package func forgetPlanned() { planned.removeAll() }

    /// Lets time pass until nothing is planned any more before this moment.
    ///
    /// - Parameter isDone: Ends it earlier; asked before each thing that is due.
    package func run(until end: Duration, unless isDone: () -> Bool = { false }) {
        while let first = planned.first, first.at <= end {
            guard !isDone() else { return }
            planned.removeFirst()
            now = first.at
            first.perform()
        }
        if !isDone() { now = end }
    }
}
