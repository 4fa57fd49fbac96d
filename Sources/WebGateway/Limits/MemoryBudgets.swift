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
