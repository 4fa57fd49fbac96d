import MarketDomain
import Messages

extension RPCError {
    /// There is no such product, or no longer.
    init(unknownProduct id: Int) {
        self.init(.unknownProduct, "there is no product \(id)")
    }

    /// What a caller is told of a refusal of the market.
    ///
    /// - Parameters:
    ///   - error: The refusal.
    ///   - product: The product it is about.
    init(_ error: MarketError, product: Int) {
        switch error.code {
        case .invalidProduct, .nothingToChange, .invalidVendorName, .quantityOutOfRange:
            self.init(violations: error.violations)
        case .insufficientStock(let required, let available):
            self.init(.insufficientStock, "product \(product): \(required) required, \(available) available")
            shortages = [Shortage(kind: "product", item: String(product), required: required, available: available)]
        case .permissionDenied:
            self.init(.permissionDenied, "product \(product) is another vendor's")
        case .uriExpired:
            self.init(.uriExpired, MarketWorker.expiredURI)
        }
    }
}
