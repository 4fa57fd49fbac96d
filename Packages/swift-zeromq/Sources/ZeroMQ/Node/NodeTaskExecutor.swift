/// Runs tasks on the owner thread of a node.
///
/// A type of its own next to the node, which is a `SerialExecutor`: the runtime tells by the executor whether a task
/// has to move, and a task that is on the right thread without being isolated to an actor must not be moved for that.
final class NodeTaskExecutor: TaskExecutor {
    private let node: ZMQNode

    init(_ node: ZMQNode) {
        self.node = node
    }

    func enqueue(_ job: consuming ExecutorJob) {
        node.enqueue(.task(UnownedJob(job), self))
    }
}

extension ZMQNode {
    /// Runs `body` as a part of the calling task on the owner thread, where sockets can be made and used.
    ///
    /// ```swift
    /// try await node.run { node in
    ///     try await node.withReply { reply in
    ///         try reply.bind(ZMQEndpoint(parsing: "ipc:///run/user/1000/echo"))
    ///         for await question in reply.messages { try reply.send(question) }
    ///     }
    /// }
    /// ```
    ///
    /// Child tasks of `body` run there too, and so do actors that have no executor of their own when they are called from it. No
    /// socket can leave it, because none is `Sendable`. Nothing in it may block the thread: every socket of the node would wait.
    ///
    /// Cancelling the calling task cancels `body`, as any part of a task.
    ///
    /// - Parameter body: Gets the node.
    /// - Returns: What `body` returned.
    /// - Throws: What `body` threw.
    public func run<R: Sendable>(_ body: @concurrent @Sendable (ZMQNode) async throws -> R) async throws -> R {
        try await withTaskExecutorPreference(NodeTaskExecutor(self)) { try await body(self) }
    }
}
