internal import Messages

/// Keys on their way through the service, in order: each call begins with the state that the last one ended with.
///
/// What is typed while a call is under way goes with the next one, all at once.
struct PressQueue {
    /// How many keys may wait before no more are read.
    private static let mostWaiting = 1_024

    private var state: CalcKeypadState
    private var waiting: [String] = []
    /// Whether a call is under way.
    private(set) var isUnderWay = false

    init(state: CalcKeypadState) {
        self.state = state
    }

    var hasRoom: Bool { waiting.count < Self.mostWaiting }

    mutating func press(_ key: String) {
        waiting.append(key)
    }

    /// The call to make now; `nil` while one is under way, or nothing is to be pressed.
    mutating func next() -> CalcPressParams? {
        guard !isUnderWay, !waiting.isEmpty else { return nil }
        isUnderWay = true
        defer { waiting.removeFirst(min(waiting.count, CalcPressParams.mostKeys)) }
        return CalcPressParams(keys: Array(waiting.prefix(CalcPressParams.mostKeys)), state: state)
    }

    /// The call that was under way has ended.
    mutating func ended(with state: CalcKeypadState) {
        self.state = state
        isUnderWay = false
    }
}
