internal import Messages
internal import Terminal
internal import WireJSON
internal import WorkerClient

/// Past purchases, read off the events of market-service: which product, what it was called and cost at that moment.
struct PurchaseHistory: Sendable {
    struct Purchase: Sendable, Hashable {
        let id: String
        /// When, as RFC 3339.
        let time: String
        let product: Int
        let quantity: Int
        let left: Int
        /// `nil` when the event that reported it is no longer kept.
        let offer: MarketProductEvent?
    }

    /// What is wanted of the stream.
    private static let topics = ["market.stock.changed.", "market.product."]

    /// Newest first.
    var purchases: [Purchase] { newest.reversed() }

    private let product: Int?
    private let limit: Int
    /// Oldest first.
    private var newest: [Purchase] = []
    private var offers: [Int: MarketProductEvent] = [:]

    /// - Parameters:
    ///   - product: Whose purchases are wanted; `nil` for all.
    ///   - limit: How many of the newest are kept.
    init(of product: Int?, limit: Int) {
        self.product = product
        self.limit = limit
    }

    /// Reads all events that the service keeps.
    ///
    /// - Returns: Whether those are all there ever were.
    mutating func read(by caller: ServiceCaller) async throws(CallFailure) -> Bool {
        let method = ServiceMethod.replay.name
        var after = 0
        var isWhole = true
        while true {
            let page: EventsReplayResult
            do throws(CallFailure) {
                let params = EventsReplayParams(after: after, topics: Self.topics)
                page = try caller.decode(await caller.read(method, with: params.jsonBytes), of: method) {
                    EventsReplayResult($0)
                }
            } catch {
                guard case .refused(let refusal) = error.reason, refusal.knownReason == .replayTruncated,
                    let first = refusal.firstSequence, first > after + 1
                else { throw error }
                (after, isWhole) = (first - 1, false)
                continue
            }
            for event in page.events { take(event) }
            guard !page.isComplete, page.next > after else { return isWhole }
            after = page.next
        }
    }

    /// Takes the next event of the stream.
    mutating func take(_ event: CloudEvent) {
        guard let data = (try? JSONReader(limits: .generous).read(event.json))?["data"] else { return }
        if let kind = MarketProductEvent.Kind(rawValue: event.type), let offer = MarketProductEvent(data) {
            offers[offer.product] = kind == .deleted ? nil : offer
        } else if event.type == MarketStockChanged.type, let change = MarketStockChanged(data),
            change.cause == "purchase",
            product.map({ $0 == change.product }) ?? true
        {
            if newest.count == limit { newest.removeFirst() }
            newest.append(
                Purchase(
                    id: change.ref,
                    time: event.time,
                    product: change.product,
                    quantity: -change.delta,
                    left: change.quantity,
                    offer: offers[change.product]
                )
            )
        }
    }

    func table(_ texts: Texts) -> Table {
        texts.table(
            of: purchases,
            dropping: [6, 1, 0],
            .init("purchase", .right) { .init($0.id) },
            .init("time", .whole) { .init(LocalTime.dateAndTime($0.time)) },
            .init("number", .right) { "\($0.product)" },
            .init("product_name", .left) { .init($0.offer?.name ?? "", .strong) },
            .init("quantity", .right) { "\($0.quantity)" },
            .init("price", .right) { .init($0.offer.map { texts.sum($0.bargainPrice, in: $0.currency) } ?? "") },
            .init("stock", .whole) { .init(texts.left($0.left)) }
        )
    }

    var document: [UInt8] {
        JSONWriter.object { writer in
            writer.array("purchases", of: purchases) { writer, purchase in
                writer.beginObject()
                writer.member("id", purchase.id)
                writer.member("time", purchase.time)
                writer.member("product_id", purchase.product)
                writer.member("quantity", purchase.quantity)
                writer.member("left", purchase.left)
                if let offer = purchase.offer {
                    writer.member("name", offer.name)
                    writer.member("currency", offer.currency)
                    writer.name("bargain_price")
                    writer.number(offer.bargainPrice)
                }
                writer.endObject()
            }
        }
    }
}
