import Journal
import Messages
import Platform
import SQLiteJournal
import TestKit
import WireJSON

@testable import WorkerEngine

/// The parts of an engine that serves the counter, each by itself.
struct EngineParts {
    private let directory: TemporaryDirectory
    let journal: FaultyJournal
    let statistics = WorkerStatistics(started: Self.start)
    let admission: Admission
    let ledger: Ledger
    let dispatch: Dispatch

    static let start = Moment(monotonic: 1_000_000_000, wall: 1_795_231_445_678)

    init(limits: WorkerLimits = WorkerLimits()) throws {
        directory = try TemporaryDirectory()
        let service = CounterService()
        journal = FaultyJournal(
            try SQLiteJournal(
                opening: SQLiteJournalConfiguration(
                    directory: directory.path,
                    service: service.name.rawValue,
                    initialLevels: service.initialLevels
                )
            )
        )
        let levels = try journal.loadLevels()
        let registered = try RegisteredService(service, levels: levels, hasJournal: true)
        ledger = try Ledger(
            registered,
            journal: journal,
            levels: levels,
            statistics: statistics,
            clock: { Self.start }
        ) {
            BootMoment(boot: nil, milliseconds: 0)
        }
        admission = Admission(limits)
        let standard = StandardMethods(
            of: registered,
            methods: registered.methods,
            processID: "p",
            ledger: ledger,
            admission: admission
        ) { Self.start }
        dispatch = Dispatch(
            registered.methods,
            of: registered,
            ledger: ledger,
            admission: admission,
            standard: standard
        )
    }

    /// The counter as the ledger has it.
    var number: Int? { (ledger.service.state as? StateCell<CounterService.Counter>)?.value.number }

    /// A call of a method.
    ///
    /// - Parameters:
    ///   - method: Its name.
    ///   - members: Other members of the request, such as `"id":1`.
    ///   - peer: Who asks.
    ///   - batchStart: Where the replies of its batch begin; `nil` for a request alone.
    func call(
        _ method: String,
        _ members: String = #""id":1"#,
        by peer: PeerAccess = .local,
        batchStart: Int? = nil
    ) throws -> Call {
        let text = #"{"jsonrpc":"2.0","method":"\#(method)",\#(members)}"#
        return Call(
            request: try Request(try JSONReader().read(Array(text.utf8))),
            peer: peer,
            arrival: Self.start,
            batchStart: batchStart,
            slot: 0,
            record: statistics.methods.index(of: "-"),
            span: nil
        )
    }

    /// An addition to the counter, with a key.
    func addition(_ amount: Int, key: String) throws -> Call {
        try call("counter.add", #""id":1,"params":{"amount":\#(amount)},"meta":{"idempotencykey":"\#(key)"}"#)
    }
}
