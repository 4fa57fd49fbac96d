internal import Synchronization

/// How many bytes of one kind there may be in memory, for all connections together.
final class ByteBudget: Sendable {
    private let limit: Int
    private let bytes = Atomic(0)

    init(limit: Int) { self.limit = limit }

    var used: Int { bytes.load(ordering: .relaxed) }

    /// What those that take much leave to others, so that a large sender cannot keep out a small one.
    private var reserve: Int { limit / 8 }

    /// Whether there is hardly room for one more.
    var isFull: Bool { used >= limit - reserve }

    /// Whether there is more than there should be.
    var isExceeded: Bool { used > limit }

    /// Takes room for some bytes; `false` where there is none, and then nothing was taken.
    ///
    /// - Parameter leavingReserve: An eighth of all room is left free.
    func take(_ count: Int, leavingReserve: Bool = false) -> Bool {
        let (_, total) = bytes.add(count, ordering: .relaxed)
        if total <= limit - (leavingReserve ? reserve : 0) { return true }
        giveBack(count)
        return false
    }

    /// Counts bytes that are there whether or not there is room for them.
    func add(_ count: Int) { bytes.add(count, ordering: .relaxed) }

    func giveBack(_ count: Int) { bytes.subtract(count, ordering: .relaxed) }
}

/// Bytes that count until nothing holds this any more.
final class HeldBytes: Sendable {
    private let budget: ByteBudget
    private let count = Atomic(0)

    init(in budget: ByteBudget) { self.budget = budget }

    deinit { budget.giveBack(count.load(ordering: .relaxed)) }

    /// Takes room for some bytes; `false` where there is none.
    func take(_ more: Int) -> Bool {
        guard budget.take(more) else { return false }
        count.add(more, ordering: .relaxed)
        return true
    }

    /// Counts bytes that are there whether or not there is room for them.
    func add(_ more: Int) {
        budget.add(more)
        count.add(more, ordering: .relaxed)
    }

    func giveBack(_ some: Int) {
        budget.giveBack(some)
        count.subtract(some, ordering: .relaxed)
    }
}

/// The memory that all callers share.
struct MemoryBudgets: Sendable {
    /// Heads and bodies of requests that are read or answered.
    let requests: ByteBudget
    /// Answers that are made or sent.
    let answers: ByteBudget
    /// What the whole program uses.
    let process: ProcessMemory

    init(_ limits: RequestLimits) {
        requests = ByteBudget(limit: limits.bodyMemory)
        answers = ByteBudget(limit: limits.answerMemory)
        process = ProcessMemory(limit: limits.memory)
    }
}
