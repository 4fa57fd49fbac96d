package import WorkerClient

/// What a load does, for how long and how fast.
package struct LoadPlan: Sendable {
    package let address: ServiceAddress
    package let pace: LoadPace
    /// How long an answer may take.
    package let timeout: Duration
    /// The order; `nil` where there are only reads.
    package var order: LoadCall?
    /// The read; `nil` where there are only orders.
    package var read: LoadCall?
    package var mix = LoadMix(percentOfOrders: 100)
    package var clients = 1
    /// The time before anything counts.
    package var warmUp = Duration.zero
    /// The time that counts.
    package var duration = Duration.zero

    package init(address: ServiceAddress, pace: LoadPace, timeout: Duration) {
        (self.address, self.pace, self.timeout) = (address, pace, timeout)
    }
}

package struct LoadCall: Sendable, Hashable {
    package let method: String
    /// One JSON object; `nil` for none.
    package let params: [UInt8]?
    /// The member of the result that is the same in each; `nil` where there is none to go by.
    package var constantMember: String?

    package init(method: String, params: [UInt8]?, constantMember: String? = nil) {
        (self.method, self.params, self.constantMember) = (method, params, constantMember)
    }
}

/// Which of a client's requests are orders, spread evenly: with 25 %, every fourth.
package struct LoadMix: Sendable, Hashable {
    /// 0 for reads only, 100 for orders only.
    let percentOfOrders: Int

    package init(percentOfOrders: Int) {
        self.percentOfOrders = percentOfOrders
    }

    func isOrder(_ number: Int) -> Bool {
        (number + 1) * percentOfOrders / 100 > number * percentOfOrders / 100
    }
}

/// When the requests of one client are due.
///
/// In a closed loop the next request follows an answer, so a slow service is asked less, and its worst moments are hardly
/// seen. In an open loop each request has its time, whether or not the service keeps up, and waits from that time on.
package struct LoadPace: Sendable, Hashable {
    /// Requests per second of an open loop; `nil` in a closed one.
    package let rate: Double?
    /// The most requests that are out at a time.
    package let window: Int
    /// The share of an interval by which the first request is late, so that several clients do not send together.
    let offset: Double

    package init(rate: Double?, window: Int, offset: Double = 0) {
        (self.rate, self.window, self.offset) = (rate, window, offset)
    }

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
