extension ZMQNode {
    /// What the node has done so far, and what is open now.
    public var statistics: ZMQStatistics {
        requireOwner()
        var statistics = counts
        statistics.openSockets = sockets.count
        statistics.waitingTasks = waiters.count
        return statistics
    }
}
