package import WireJSON

extension JuiceOrderParams {
    /// Reads the params of an order.
    ///
    /// Orders are what a shop does most, so those without a fault are read without ``Members``.
    ///
    /// - Throws: ``RPCError`` `INVALID_PARAMS` with every violation.
    package init(order params: JSONNode?) throws(RPCError) {
        let quantity = params?["quantity"]
        guard let juice = params?["juice"]?.string, (1...Self.juiceMaxLength).contains(juice.utf8.count),
            let number = quantity.map(\.integer) ?? 1, Self.quantityRange.contains(number)
        else {
            self = try Self(params: params)
            return
        }
        self.init(juice: juice, quantity: number)
    }
}
