internal import ArgumentParser
internal import Glibc
internal import Messages
internal import Platform
internal import Terminal
internal import WorkerClient

struct BatchCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Send many requests, one per line, and get one line back for each.",
        discussion: """
            A line is a request as on the wire, {"method":"juice.order","params":{"juice":"mango"}}. Its "id" comes \
            back with the outcome, "to" names the service for a method that every service has, and a write without \
            "meta":{"idempotencykey":…} gets a key of its own. The outcomes are JSON lines in the order of the input. \
            Up to --window requests are in flight at once, in no certain order: with --window 1 each is finished \
            before the next is sent.

            A line that is not a request gets an error line, and the others go on. Writes are kept in the outbox from \
            before they are sent until they are answered: if a batch is cut short, `gateway outcome` lists what is \
            left of it. If an outcome cannot be written, nothing more is sent.

            Exit code 0: all done; 1: some were refused, or were not requests; 3: some were not answered; 4: none was; \
            5: the outcome of a write is unknown; 6: some were done, but not every outcome could be written.
            """
    )

    /// Below what a service takes from one peer.
    private static let windows = 1...1_000

    @Argument(help: "The file; - is standard input.", completion: .file())
    var file: String

    @Option(help: "How many requests may be in flight at once, 1 to 1000.")
    var window = 256

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard Self.windows.contains(window) else { throw UsageError("--window must be 1 to 1000") }
    }

    func run(in session: Session) async throws -> ExitReason {
        // Whoever wants no outcomes at all has something else in mind: it is asked before anything is sent.
        if let fault = StandardStreams.fault, fault != .closed { throw UsageError("\(session.texts.unwritten(fault))") }
        let tally: BatchTally
        do {
            tally = try await perform(in: session)
        } catch {
            await session.outbox.end([])
            // Unlike data, outcomes are not over when their reader has seen enough.
            throw error as? OutputError == .closed ? OutputError.failed(EPIPE) : error
        }
        await session.outbox.end([])
        var notes = [session.texts.batchDone(tally)]
        if Task.isCancelled { notes.append(session.texts("batch_interrupted", count: tally.lines.grouped)) }
        if tally.unknown > 0 { notes += [session.texts["find_out"], "  " + session.outcomeCommand()] }
        session.output.note(notes)
        return tally.status
    }

    private func perform(in session: Session) async throws -> BatchTally {
        let found = (try? await session.outbox.found()) ?? []
        let earlier = Set(found.map(\.write.id))
        guard file != "-" else {
            return try await BatchRun(session: session, window: window, size: nil, earlier: earlier)
                .run(reading: STDIN_FILENO)
        }
        return try await InputFile.withFile(file) { descriptor in
            let size = InputFile.size(of: descriptor)
            return try await BatchRun(session: session, window: window, size: size, earlier: earlier)
                .run(reading: descriptor)
        }
    }
}
