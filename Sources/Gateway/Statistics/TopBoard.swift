internal import Glibc
internal import Messages
internal import Terminal
internal import WorkerClient
internal import ZeroMQ

/// The board of `gateway top` in the terminal: asks every service again and again, and draws what it says.
struct TopBoard: Sendable {
    private enum Event: Sendable {
        case input(InputReader.Piece)
        case answer(Int, Result<ServiceStatistics, CallFailure>)
        /// The time until a service is asked again is over.
        case due(Int)
        case signal(Int32?)
    }

    let session: Session
    let addresses: [ServiceAddress]
    let interval: TimeLimit

    /// Runs until someone ends it; the terminal is given back however it ends.
    func run() async throws -> ExitReason {
        try await ZMQNode.withNode(name: "gateway") { node in
            try await session.withCallers(at: addresses[...], on: node) { callers in
                try await TerminalScreen.withScreen { reader, signals in
                    try await loop(asking: callers, reading: reader, signals: signals)
                }
            }
        }
    }

    private func loop(
        asking callers: [ServiceCaller],
        reading reader: InputReader,
        signals: AsyncStream<Int32>
    ) async throws -> ExitReason {
        try await withThrowingTaskGroup(of: Event.self) { group in
            defer { group.cancelAll() }
            var screen = TopScreen(services: addresses.map(\.service), interval: interval.text)
            var decoder = KeyDecoder()
            for (place, caller) in callers.enumerated() { group.addTask { .answer(place, await Self.ask(caller)) } }
            group.addTask { .input(try await reader.next()) }
            group.addTask { .signal(await TerminalSignals.first(of: signals)) }
            while true {
                let lines = screen.lines(in: .current(), texts: session.texts, palette: session.output.palette)
                try session.output.write(raw: TerminalScreen.frame(lines))
                switch try await group.next() {
                case .input(.bytes(let bytes)):
                    if decoder.take(bytes).contains(.quit) { return .ok }
                    group.addTask { .input(try await reader.next()) }
                case .answer(let place, let answer):
                    switch answer {
                    case .success(let statistics): screen.histories[place].note(statistics)
                    case .failure(let failure): screen.histories[place].note(failure)
                    }
                    group.addTask {
                        try await Task.sleep(for: interval.duration)
                        return .due(place)
                    }
                case .due(let place):
                    let caller = callers[place]
                    group.addTask { .answer(place, await Self.ask(caller)) }
                case .signal(let number?):
                    if try TerminalScreen.handle(number) { return .terminated }
                    group.addTask { .signal(await TerminalSignals.first(of: signals)) }
                case .input, .signal(nil), nil:
                    return .ok
                }
            }
        }
    }

    private static func ask(_ caller: ServiceCaller) async -> Result<ServiceStatistics, CallFailure> {
        do throws(CallFailure) {
            return .success(try await ServiceStatistics(asking: caller))
        } catch {
            return .failure(error)
        }
    }
}

extension ServiceStatistics {
    init(asking caller: ServiceCaller) async throws(CallFailure) {
        let method = ServiceMethod.stats.name
        self = try caller.decode(await caller.read(method), of: method) { ServiceStatistics($0) }
    }
}
