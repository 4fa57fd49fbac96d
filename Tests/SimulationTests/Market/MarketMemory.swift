import Messages
import WireJSON

/// What the clients of one history know of the market together, as the staff of a few vendors: who they are, and what they were
/// told of products.
final class MarketMemory {
    /// A product of one of its vendors.
    struct OwnProduct {
        let id: Int
        let credentials: MarketCredentials
        let images: [Int]
    }

    private(set) var vendors: [MarketCredentials] = []
    private(set) var products: [OwnProduct] = []
    /// Addresses for deletions, and who may use them.
    private(set) var deletions: [MarketProductsDeleteParams] = []
    /// The revision of the last list.
    private(set) var revision: String?
    /// The newest product that it knows of.
    private(set) var lastProduct = 1
    private(set) var lastImage = 1

    func end(_ intent: MarketIntent, _ result: JSONNode) {
        switch intent {
        case .admit:
            guard let account = MarketVendorAccount(result), case .issued(let secret) = account.secret else { return }
            vendors.append(MarketCredentials(identifier: account.identifier, secret: secret))
        case .register(let params):
            guard let product = MarketProduct(result) else { return }
            let images = product.images?.map(\.id) ?? []
            products.append(OwnProduct(id: product.id, credentials: params.credentials, images: images))
            lastProduct = max(lastProduct, product.id)
            lastImage = max(lastImage, images.last ?? 0)
        case .archive(let params):
            guard let archived = MarketProductsArchiveResult(result) else { return }
            deletions.append(MarketProductsDeleteParams(identifier: params.credentials.identifier, uri: archived.uri))
        case .list:
            guard let text = result["revision"]?.string else { return }
            revision = text
            for page in result["pages"]?.elements.map({ $0 }) ?? [] {
                lastProduct = max(lastProduct, page["id"]?.integer ?? 0)
            }
        case .pictures(let params):
            guard let images = MarketProduct(result)?.images?.map(\.id) else { return }
            let place = products.firstIndex { $0.id == params.id }
            if let place {
                products[place] = OwnProduct(id: params.id, credentials: params.credentials, images: images)
            }
            lastImage = max(lastImage, images.last ?? 0)
        case .update, .delete, .purchase, .get, .picture, .vendors: break
        }
    }
}
