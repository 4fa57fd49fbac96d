import Messages
import SimulatedWorker

/// The market as its rows say it must be, by rules written a second time.
struct MarketModel {
    /// A vendor; its secret is nobody's business here.
    struct Vendor {
        let id: Int
        let name: String
        let identifier: String
        let createdAt: String
    }

    /// A product; prices are in hundredths of whole units, whatever the currency.
    struct Item {
        let id: Int
        let vendor: Vendor
        /// By their numbers, in their order.
        var pictures: [Picture]
        let createdAt: String
        var issuedAt: String
        var name = ""
        var description = ""
        var thumbnail: Int
        var currency = ""
        var price = 0
        var discount = 0
        var stock = 0
        var version = 0
        /// The texts in which it is found.
        var searchText: String { "\(name)\n\(description)\n\(vendor.name)".lowercased() }
    }

    struct Picture {
        let id: Int
        let bytes: [UInt8]
        let issuedAt: String
    }

    /// An address under which a product can be deleted.
    struct Ticket {
        let product: Int
        let vendor: String
    }

    var vendors: [Vendor] = []
    var items: [Int: Item] = [:]
    var tickets: [String: Ticket] = [:]
    var revision = 0
    var lastProduct = 0
    /// The pictures by their numbers, also of products that are gone.
    var pictures: [[UInt8]] = []

    /// The newest first.
    var list: [Item] { items.values.sorted { $0.id > $1.id } }

    func vendor(_ identifier: String) -> Vendor? { vendors.first { $0.identifier == identifier } }

    /// The products that contain all words of a text.
    func found(_ text: String) -> [Item] {
        let words = text.lowercased().split(separator: " ").map { Array($0.utf8) }
        return list.filter { item in
            let bytes = Array(item.searchText.utf8)
            return words.allSatisfy { bytes.contains(run: $0) }
        }
    }
}

extension MarketModel.Item {
    private func sum(_ hundredths: Int) -> String {
        let cents = hundredths % 100
        return currency == "KRW" ? String(hundredths / 100) : "\(hundredths / 100).\(cents < 10 ? "0" : "")\(cents)"
    }

    /// Reads a sum of at most two digits behind the point.
    static func hundredths(_ text: String) -> Int {
        let parts = text.split(separator: ".")
        let fraction = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        return (Int(parts[0]) ?? 0) * 100 + (parts.count > 1 && parts[1].count == 1 ? fraction * 10 : fraction)
    }

    /// The product as an answer has it, of a list or with everything.
    func product(inList: Bool) -> MarketProduct {
        var product = MarketProduct {
            $0.id = id
            $0.vendorID = vendor.id
            $0.name = name
            $0.thumbnail = "market:images/\(thumbnail)/thumbnail"
            $0.currency = currency
            $0.price = sum(price)
            $0.bargainPrice = sum(price - discount)
            $0.discountedPrice = sum(discount)
            $0.stock = stock
            $0.createdAt = createdAt
            $0.issuedAt = issuedAt
        }
        product.description = description
        product.thumbnailHash =
            pictures.first { $0.id == thumbnail }
            .map { SamplePicture.hash(of: SamplePicture.thumbnail(of: $0.bytes)) } ?? ""
        guard !inList else {
            product.vendorName = vendor.name
            return product
        }
        product.images = pictures.map { picture in
            MarketImage(
                id: picture.id,
                issuedAt: picture.issuedAt,
                hash: SamplePicture.hash(of: picture.bytes),
                thumbnailHash: SamplePicture.hash(of: SamplePicture.thumbnail(of: picture.bytes))
            )
        }
        product.vendors = MarketVendor(id: vendor.id, name: vendor.name, createdAt: vendor.createdAt)
        return product
    }

    func event(changed: [String]? = nil, ref: String) -> MarketProductEvent {
        MarketProductEvent {
            $0.product = id
            $0.vendorID = vendor.id
            $0.name = name
            $0.currency = currency
            $0.price = sum(price)
            $0.bargainPrice = sum(price - discount)
            $0.changed = changed
            $0.ref = ref
        }
    }

    /// Sets the stock; the event of that, if it is a change.
    mutating func setStock(_ quantity: Int, cause: String, ref: String) -> MarketStockChanged? {
        guard quantity != stock else { return nil }
        defer { stock = quantity }
        version += 1
        return MarketStockChanged {
            $0.product = id
            $0.previous = stock
            $0.quantity = quantity
            $0.version = version
            $0.cause = cause
            $0.ref = ref
        }
    }
}

extension [UInt8] {
    /// Whether other bytes occur in it, one after the other.
    func contains(run: [UInt8]) -> Bool {
        guard let first = run.first, run.count <= count else { return run.isEmpty }
        return (0...count - run.count).contains { start in
            self[start] == first && self[start..<start + run.count].elementsEqual(run)
        }
    }
}
