import Journal
import ReplicatedLog
import Replication
import Testing

/// A member that is told what happens, and a clock that only moves when told to.
struct MemberBench {
    var member: StreamMember
    var now = Duration.seconds(100)
    let identity: LogIdentity
    let other: LogIdentity

    /// - Parameter rows: What its store has, as others have written it.
    init(rows: Int = 0) throws {
        identity = try LogIdentity(stream: "s", writer: "me")
        other = try LogIdentity(stream: "s", writer: "other")
        let last = Self.row(rows, by: other)
        let applied = rows == 0 ? AppliedRow.start : AppliedRow(position: rows, checksum: last.checksum)
        member = StreamMember(identity, applied: applied, seed: 1)
    }

    static func row(_ position: Int, term: Int = 1, text: String = "", by writer: LogIdentity) -> LogRow {
        LogRow(payload("\(position) \(text)"), at: position, term: term, by: writer)
    }

    static func payload(_ text: String) -> LogPayload { LogPayload(format: 1, Array(text.utf8)) }

    func row(_ position: Int, term: Int = 1, text: String = "") -> LogRow {
        Self.row(position, term: term, text: text, by: other)
    }

    func rows(_ positions: ClosedRange<Int>, term: Int = 1) -> [LogRow] { positions.map { row($0, term: term) } }

    /// A lease of somebody.
    func lease(_ term: Int, _ holder: String? = "other", remaining: Duration = .seconds(3)) -> Lease {
        Lease(term: term, holder: holder.map { LeaseHolder(writer: $0, endpoints: "at " + $0) }, remaining: remaining)
    }

    /// Goes on at a later time.
    mutating func pass(_ time: Duration) -> [MemberAction] {
        now += time
        return member.wake(at: now)
    }

    mutating func read(_ rows: [LogRow], last: Int) -> [MemberAction] {
        member.didRead(.success(.rows(rows, last: last)), at: now)
    }

    /// Tells that the store has a row.
    mutating func store(_ row: LogRow, _ failure: StoreFailure? = nil) -> [MemberAction] {
        member.didStore(AppliedRow(position: row.position, checksum: row.checksum), failure: failure, at: now)
    }

    /// Makes it active in an empty stream; the lease was asked for now.
    mutating func lead(term: Int = 1) {
        #expect(member.start(at: now) == [.read(after: 0)])
        #expect(read([], last: 0) == [.readLease])
        let before: Lease? = term == 1 ? nil : lease(term - 1, nil)
        #expect(member.didReadLease(.success(before), at: now) == [.acquireLease])
        #expect(member.didAcquire(.success(.granted(lease(term, "me"))), at: now) == [.read(after: 0)])
        #expect(read([], last: 0).isEmpty)
        #expect(member.state == .active(term: term))
        #expect(member.refusal(at: now) == nil)
    }

    /// Has it append a row, whose outcome is awaited.
    mutating func append(_ text: String = "x") throws -> LogRow {
        guard case .active(let term) = member.state else { throw WriteRefusal.notServing("it is not active") }
        let row = LogRow(Self.payload(text), at: member.applied.position + 1, term: term, by: identity)
        #expect(try member.append(row.payload, at: now) == [.append(row)])
        return row
    }
}

extension Array<MemberAction> {
    /// Why it stopped, if that is what it did.
    var stopCode: LogError.Code? {
        guard case .stop(.log(let error)) = last else { return nil }
        return error.code
    }

    /// Whether it halts the stream.
    var isHalt: Bool {
        if case .halt = last { true } else { false }
    }
}
