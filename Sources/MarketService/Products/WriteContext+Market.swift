import Journal
import MarketDomain
import Messages
import Pictures
import Platform
import WorkerEngine

extension WriteContext {
    /// Now, for what is good for some minutes.
    var ticketMoment: DeletionTicket.Moment {
        let now = bootMoment
        return DeletionTicket.Moment(wall: time, boot: now.boot ?? "", uptime: now.milliseconds)
    }

    /// Tells that a product is new, changed or gone.
    ///
    /// - Parameters:
    ///   - kind: Which.
    ///   - product: The product as it is after the write, or was before it is gone.
    ///   - changed: The members that are different, for a change.
    mutating func emit(_ kind: MarketProductEvent.Kind, product: Product, changed: [ProductMember]? = nil) {
        emit(
            type: kind.type,
            subject: String(product.id),
            data: MarketProductEvent {
                $0.product = product.id
                $0.vendorID = product.vendorID
                $0.name = product.name
                $0.currency = product.price.currency.rawValue
                $0.price = product.price.text
                $0.bargainPrice = product.bargainPrice.text
                $0.changed = changed?.map(\.rawValue)
                $0.ref = id
            }
        )
    }

    /// Names the files of a picture.
    mutating func name(_ picture: StoredPicture) {
        for file in [picture.original, picture.thumbnail] { name(file.hash) }
    }

    /// Tells of a change of a stock, if there is one.
    mutating func emit(_ change: ProductStockChange?, of product: Int) {
        guard let change else { return }
        emit(
            type: MarketStockChanged.type,
            subject: String(product),
            data: MarketStockChanged {
                $0.product = product
                $0.previous = change.previous
                $0.quantity = change.quantity
                $0.version = change.version
                $0.cause = change.cause.rawValue
                $0.ref = id
            }
        )
    }

    /// Says what a product's stock is now: also when it has not changed, because the level knows its last event.
    mutating func setLevel(of product: Int, _ stock: ProductStock) {
        setLevel(of: String(product), quantity: stock.quantity, version: stock.version)
    }
}
