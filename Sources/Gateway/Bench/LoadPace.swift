/// When the requests of one client are due.
///
/// In a closed loop the next request follows an answer, so a slow service is asked less, and its worst moments are hardly
/// seen. In an open loop each request has its time, whether or not the service keeps up, and waits from that time on.
struct LoadPace: Sendable, Hashable {
    /// Requests per second of an open loop; `nil` in a closed one.
    let rate: Double?
    /// The most requests that are out at a time.
    let window: Int
    /// The share of an interval by which the first request is late, so that several clients do not send together.
    var offset = 0.0

    /// When a request is due, in nanoseconds from the beginning; 0 in a closed loop, where room decides.
    ///
    /// - Parameter number: The request's, from 0.
    func due(_ number: Int) -> Int64 {
        guard let rate else { return 0 }
        return Int64((Double(number) + offset) * 1e9 / rate)
    }

    /// The pace of one of several clients that share the work.
    func share(_ client: Int, of clients: Int) -> LoadPace {
        LoadPace(
            rate: rate.map { $0 / Double(clients) },
            window: window,
            offset: Double(client) / Double(clients)
        )
    }
}
