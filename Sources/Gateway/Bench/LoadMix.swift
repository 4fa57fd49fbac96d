/// Which of a client's requests are orders, spread evenly: with 25 %, every fourth.
struct LoadMix: Sendable, Hashable {
    /// 0 for reads only, 100 for orders only.
    let percentOfOrders: Int

    func isOrder(_ number: Int) -> Bool {
        (number + 1) * percentOfOrders / 100 > number * percentOfOrders / 100
    }
}
