extension ZMQNode {
    /// Passes messages on between two sockets, in both directions, until it is asked to stop.
    ///
    /// For a ``RouterSocket`` that clients know and a ``DealerSocket`` that workers know, or an ``XPubSocket`` and an ``XSubSocket``
    /// between subscribers and publishers (make that XPUB without ``ZMQSocketOptions/repeatsSubscriptions``). Messages are passed
    /// on with the memory that they were received into. While a ``ZMQFlowControlledSocket`` has no room nothing is taken for it;
    /// what another role refuses, as an answer to a client that is gone, is dropped and counted.
    ///
    /// The control socket takes messages of one frame, as zmq_proxy_steerable(3) does: `PAUSE` (nothing is taken any more),
    /// `RESUME`, `TERMINATE`, and `STATISTICS`, which is answered with two frames of digits: how many were passed on, and how many
    /// dropped. Commands are obeyed in their order, so that this answer also says that those before it were. Others are passed over.
    ///
    /// ```swift
    /// let counts = try await node.proxy(router, dealer, control: pair)
    /// ```
    ///
    /// Nothing else may read the three sockets meanwhile. They stay open.
    ///
    /// - Parameters:
    ///   - one: A bound or connected socket of this node.
    ///   - other: Another one.
    ///   - control: Where commands come from; `nil` where the task's cancellation is the only end.
    /// - Returns: What was passed on until `TERMINATE`.
    /// - Throws: `CancellationError`, or ``ZMQError`` with `closed` when one of the sockets was closed.
    @discardableResult
    public func proxy(
        _ one: some ZMQReceivingSocket & ZMQSendingSocket,
        _ other: some ZMQReceivingSocket & ZMQSendingSocket,
        control: PairSocket? = nil
    ) async throws -> ZMQProxyCounts {
        try await run(ProxyRun([Forwarding(from: one, to: other), Forwarding(from: other, to: one)]), control: control)
    }

    /// Passes messages on from one socket to another, until it is asked to stop.
    ///
    /// For a ``PullSocket`` and a ``PushSocket``; everything else is as with ``proxy(_:_:control:)``.
    ///
    /// - Parameters:
    ///   - source: Where messages are taken from.
    ///   - target: Where they go.
    ///   - control: Where commands come from; `nil` where the task's cancellation is the only end.
    /// - Returns: What was passed on until `TERMINATE`.
    /// - Throws: `CancellationError`, or ``ZMQError`` with `closed` when one of the sockets was closed.
    @discardableResult
    public func proxy(
        from source: some ZMQReceivingSocket,
        to target: some ZMQSendingSocket,
        control: PairSocket? = nil
    ) async throws -> ZMQProxyCounts {
        try await run(ProxyRun([Forwarding(from: source, to: target)]), control: control)
    }

    private func run(_ run: ProxyRun, control: PairSocket?) async throws -> ZMQProxyCounts {
        requireOwner()
        if let control { run.obey(control) }
        run.start()
        defer {
            run.stop()
            control?.handle.stopReading()
        }
        try run.check()
        try await wait(timeout: nil) { () throws(ZMQError) in
            try run.check()
            return run.isTerminated
        } begin: { waiter in
            run.waiter = waiter
            return { [unowned run] in run.waiter = nil }
        }
        return run.counts
    }
}
