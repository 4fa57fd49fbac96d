/// A clock that stands until something is due, and its timers: what is due together happens in the order it was planned in.
final class VirtualTime {
    private(set) var now = Duration.zero
    private var planned: [(at: Duration, number: Int, perform: () -> Void)] = []
    private var lastNumber = 0

    func schedule(_ delay: Duration, _ perform: @escaping () -> Void) {
        lastNumber += 1
        let entry = (at: now + max(delay, .zero), number: lastNumber, perform: perform)
        let index = planned.firstIndex { ($0.at, $0.number) > (entry.at, entry.number) } ?? planned.endIndex
        planned.insert(entry, at: index)
    }

    /// Lets time pass until nothing is planned any more before this moment.
    func run(until end: Duration) {
        while let first = planned.first, first.at <= end {
            planned.removeFirst()
            now = first.at
            first.perform()
        }
        now = end
    }
}
