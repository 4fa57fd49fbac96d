internal import ZeroMQ

/// A socket whose connections a ``ConnectionGuard`` keeps within limits.
protocol BoundSocket: AnyObject {
    func bind(_ endpoint: ZMQEndpoint, _ security: ZMQServerSecurity) throws(ZMQError) -> ZMQEndpoint
    func unbind(_ endpoint: ZMQEndpoint) throws(ZMQError)
    /// Has the monitor tell now what it would tell in the next turn of the node.
    func readMonitor()
}

extension RouterSocket: BoundSocket {}

extension XPubSocket: BoundSocket {}
