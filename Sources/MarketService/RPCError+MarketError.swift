import MarketDomain
import Messages

extension RPCError {
    /// There is no such product, or no longer.
    init(unknownProduct id: Int) {
        self.init(.unknownProduct, "there is no product \(id)")
    }

    /// The caller is no vendor.
    static var unknownIdentifier: RPCError {
        RPCError(.unauthenticated, at: "identifier", "no vendor has this identifier")
    }

    /// The caller is not the vendor that it says it is.
    static var wrongSecret: RPCError {
        RPCError(.permissionDenied, at: "secret", "the secret is not this vendor's")
    }

    /// A refusal of anyone who asks, with the param that gave it away.
    private init(_ reason: ErrorReason, at param: String, _ detail: String) {
        self.init(reason, detail)
        violations = [Violation(path: [param], reason: .unknown, detail: detail)]
    }

    /// What a caller learns about a refusal of the market.
    init(_ error: MarketError, product: Int, param: String = "id") {
        switch error.code {
        case .invalidProduct, .nothingToChange, .invalidVendorName, .quantityOutOfRange:
            self.init(violations: error.violations)
        case .insufficientStock(let required, let available):
            self.init(.insufficientStock, "product \(product): \(required) required, \(available) available")
            shortages = [
                StockShortage(kind: "product", item: String(product), required: required, available: available)
            ]
        case .permissionDenied:
            self.init(.permissionDenied, at: param, "product \(product) is another vendor's")
        case .uriExpired:
            self.init(.uriExpired, MarketWorker.expiredURI)
        }
    }
}
