internal import Glibc
internal import Messages
internal import Terminal
internal import WorkerClient

/// The calculator in the terminal: reads keys, has them pressed, draws what comes of it.
struct Keypad: Sendable {
    private enum Event: Sendable {
        case input(InputReader.Piece)
        case pressed(CalcPressParams, Result<CalcPressResult, CallFailure>)
        /// The pause after a call that got no answer is over.
        case again(CalcPressParams)
        case signal(Int32?)
    }

    /// The pause after a call that got no answer.
    private static let retryPause = Duration.seconds(1)
    /// How long a terminal may take between the bytes of one key, in milliseconds; a person feels no delay.
    private static let escapeDelay: Int32 = 50

    let session: Session
    let caller: ServiceCaller
    let labels: [[String]]

    /// Runs until someone ends it.
    ///
    /// The terminal is given back however it ends.
    ///
    /// - Parameter start: The keypad to begin with.
    /// - Throws: ``CallFailure`` when the service refuses keys. One that does not answer is asked again: the keypad is here,
    ///   and nothing of it is lost.
    func run(from start: CalcPressResult) async throws -> ExitReason {
        try await TerminalScreen.withScreen { reader, signals in
            try await loop(from: start, reading: reader, signals: signals)
        }
    }

    private func loop(
        from start: CalcPressResult,
        reading reader: InputReader,
        signals: AsyncStream<Int32>
    ) async throws -> ExitReason {
        try await withThrowingTaskGroup(of: Event.self) { group in
            defer { group.cancelAll() }
            var screen = KeypadScreen(labels: labels, result: start)
            var queue = PressQueue(state: start.state)
            var decoder = KeyDecoder()
            var isReading = false
            group.addTask { .signal(await TerminalSignals.first(of: signals)) }
            while true {
                if let params = queue.next() {
                    group.addTask { .pressed(params, await caller.answer(to: params)) }
                }
                if !isReading, queue.hasRoom {
                    isReading = true
                    let limit = decoder.isWaiting ? Self.escapeDelay : nil
                    group.addTask { .input(try await reader.next(within: limit)) }
                }
                screen.isWaiting = queue.isInFlight
                try session.output.write(
                    raw: screen.frame(of: .current(), in: session.texts, palette: session.output.palette)
                )
                switch try await group.next() {
                case .input(let piece):
                    isReading = false
                    let inputs: [KeypadInput]
                    switch piece {
                    case .bytes(let bytes): inputs = decoder.take(bytes)
                    case .silence: inputs = decoder.finish()
                    case .end: return .ok
                    }
                    for input in inputs {
                        switch input {
                        case .key(let key): queue.press(key)
                        case .scroll(let rows): screen.scroll(by: rows)
                        case .page(let pages): screen.scroll(by: pages * screen.visibleRows(.current()))
                        case .quit: return .ok
                        }
                    }
                case .pressed(let params, .success(let result)):
                    queue.ended(with: result.state)
                    screen.isServiceGone = false
                    screen.show(result, after: params.keys.last)
                case .pressed(let params, .failure(let failure)):
                    guard failure.mayPass else { throw failure }
                    screen.isServiceGone = true
                    group.addTask {
                        try await Task.sleep(for: Self.retryPause)
                        return .again(params)
                    }
                case .again(let params):
                    group.addTask { .pressed(params, await caller.answer(to: params)) }
                case .signal(let number?):
                    if try TerminalScreen.handle(number) { return .terminated }
                    group.addTask { .signal(await TerminalSignals.first(of: signals)) }
                case .signal(nil), nil:
                    return .ok
                }
            }
        }
    }
}

extension ServiceCaller {
    func keys() async throws(CallFailure) -> CalcKeysResult {
        try decode(await read(CalcMethod.keys.name), of: CalcMethod.keys.name) { CalcKeysResult($0) }
    }

    func press(_ params: CalcPressParams) async throws(CallFailure) -> CalcPressResult {
        try decode(await read(CalcMethod.press.name, with: params.jsonBytes), of: CalcMethod.press.name) {
            CalcPressResult($0)
        }
    }

    fileprivate func answer(to params: CalcPressParams) async -> Result<CalcPressResult, CallFailure> {
        do throws(CallFailure) {
            return .success(try await press(params))
        } catch {
            return .failure(error)
        }
    }
}

extension CallFailure {
    /// Whether the same read may be answered later.
    fileprivate var mayPass: Bool {
        switch reason {
        case .unreachable, .timedOut, .outcomeUnknown: true
        case .refused(let error): error.isRetryable(isKeyed: false)
        case .notAdmitted, .tooLarge, .badReply, .cancelled: false
        }
    }
}

/// Keys on their way through the service, in order: each call begins with the state that the last one ended with.
///
/// What is typed while a call is in flight goes with the next one, all at once.
struct PressQueue {
    /// How many keys may wait before no more are read.
    private static let maxWaiting = 1_024

    private var state: CalcKeypadState
    private var waiting: [String] = []
    private(set) var isInFlight = false

    init(state: CalcKeypadState) {
        self.state = state
    }

    var hasRoom: Bool { waiting.count < Self.maxWaiting }

    mutating func press(_ key: String) {
        waiting.append(key)
    }

    /// The call to make now; `nil` while one is in flight, or nothing is to be pressed.
    mutating func next() -> CalcPressParams? {
        guard !isInFlight, !waiting.isEmpty else { return nil }
        isInFlight = true
        defer { waiting.removeFirst(min(waiting.count, CalcPressParams.maxKeys)) }
        return CalcPressParams(keys: Array(waiting.prefix(CalcPressParams.maxKeys)), state: state)
    }

    /// The call that was in flight has ended.
    mutating func ended(with state: CalcKeypadState) {
        self.state = state
        isInFlight = false
    }
}
