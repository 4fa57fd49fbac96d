/// Whether a method changes anything, which decides whether a call of it needs an idempotency key.
package enum MethodKind: String, Sendable, Hashable {
    /// It changes nothing: sending it again does no harm.
    case read
    /// It changes something: sending it again without a key may do it twice.
    case write

    /// The kind of a method by its name.
    ///
    /// A name that is not known here counts as a write: a key on a read costs nothing, a write without one cannot be
    /// sent again safely.
    ///
    /// - Parameter method: The name on the wire, such as `juice.order`.
    package init(of method: String) {
        self = Self.reads.contains(method) ? .read : .write
    }

    /// Every read there is.
    private static let reads: Set<String> = [
        ServiceMethod.ping, ServiceMethod.info, ServiceMethod.stats, ServiceMethod.health, ServiceMethod.discover,
        ServiceMethod.replay, ServiceMethod.outcome,
        JuiceMethod.menu, JuiceMethod.orderGet, JuiceMethod.orderList, JuiceMethod.stockList,
        CalcMethod.evaluate, CalcMethod.press, CalcMethod.keys,
        ExpoMethod.poster, ExpoMethod.entriesList, ExpoMethod.entriesGet, ExpoMethod.imageGet,
        MarketMethod.health, MarketMethod.productsList, MarketMethod.productsGet, MarketMethod.imagesGet,
        MarketMethod.vendorsList,
    ]
}
