import Messages
import WireJSON

extension MarketModel {
    /// What a row must hold.
    struct Expected {
        var result: [UInt8]
        var events: [(type: String, data: [UInt8])] = []

        init(_ result: some JSONWritable) { self.result = result.jsonBytes }

        mutating func tell(_ kind: MarketProductEvent.Kind, _ data: MarketProductEvent) {
            events.append((kind.type, data.jsonBytes))
        }

        mutating func tell(_ change: MarketStockChanged?) {
            if let change { events.append((MarketStockChanged.type, change.jsonBytes)) }
        }
    }

    /// Why a row cannot be.
    struct Impossible: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    /// Does what a row says was done.
    ///
    /// - Parameters:
    ///   - intent: What was asked for.
    ///   - pictures: The attachments of the request.
    ///   - row: The row: for its time and number, and for what nobody can know before, an identifier or an address.
    mutating func apply(_ intent: MarketIntent, _ pictures: [[UInt8]], _ row: JournalRow) throws -> Expected {
        let now = Timestamp.dateTime(row.time)
        let ref = String(row.number)
        switch intent {
        case .admit(let name): return try admit(name, row, now)
        case .register(let params): return try register(params, pictures, now, ref)
        case .update(let params): return try update(params, now, ref)
        case .pictures(let params): return try replace(params, pictures, now, ref)
        case .archive(let params): return try archive(params, row)
        case .delete(let params): return try delete(params, ref)
        case .purchase(let id, let quantity): return try purchase(id, quantity, now, ref)
        case .list, .get, .picture, .vendors: throw Impossible("is no write")
        }
    }

    private mutating func admit(_ name: String, _ row: JournalRow, _ now: String) throws -> Expected {
        guard let told = (try? JSONReader().read(row.result)).flatMap({ MarketVendorAccount($0) }) else {
            throw Impossible("holds no vendor")
        }
        if vendor(told.identifier) != nil { throw Impossible("gives an identifier again") }
        let vendor = Vendor(id: vendors.count + 1, name: name, identifier: told.identifier, createdAt: now)
        vendors.append(vendor)
        return Expected(vendor.account(.toldBefore))
    }

    private mutating func register(
        _ params: MarketProductsRegisterParams,
        _ pictures: [[UInt8]],
        _ now: String,
        _ ref: String
    ) throws -> Expected {
        guard let vendor = vendor(params.credentials.identifier) else { throw Impossible("is of no vendor") }
        lastProduct += 1
        let pictures = add(pictures, now)
        var item = Item(
            id: lastProduct,
            vendor: vendor,
            pictures: pictures,
            createdAt: now,
            issuedAt: now,
            thumbnail: pictures[0].id
        )
        fill(&item, params.form)
        let change = item.setStock(params.form.stock ?? 0, cause: "register", ref: ref)
        items[item.id] = item
        revision += 1
        var expected = Expected(item.product(inList: false))
        expected.tell(.registered, item.event(ref: ref))
        expected.tell(change)
        return expected
    }

    private mutating func add(_ pictures: [[UInt8]], _ now: String) -> [Picture] {
        defer { self.pictures += pictures }
        return pictures.enumerated().map { place, bytes in
            Picture(id: self.pictures.count + 1 + place, bytes: bytes, issuedAt: now)
        }
    }

    private mutating func replace(
        _ params: MarketProductsPicturesParams,
        _ pictures: [[UInt8]],
        _ now: String,
        _ ref: String
    ) throws -> Expected {
        var item = try own(params.id, of: params.credentials)
        let kept = item.pictures.filter { params.keep.contains($0.id) }
        guard kept.count == Set(params.keep).count else { throw Impossible("keeps a picture that is not there") }
        guard (1...5).contains(kept.count + pictures.count) else { throw Impossible("leaves no picture or too many") }
        guard kept.count < item.pictures.count || !pictures.isEmpty else {
            return Expected(item.product(inList: false))
        }
        item.pictures = kept + add(pictures, now)
        var changed = ["images"]
        if !item.pictures.contains(where: { $0.id == item.thumbnail }) {
            item.thumbnail = item.pictures[0].id
            changed = ["thumbnail_id", "images"]
        }
        item.issuedAt = now
        items[item.id] = item
        revision += 1
        var expected = Expected(item.product(inList: false))
        expected.tell(.updated, item.event(changed: changed, ref: ref))
        return expected
    }

    private func own(_ id: Int, of credentials: MarketCredentials) throws -> Item {
        guard let item = items[id] else { throw Impossible("changes a product that is not there") }
        guard item.vendor.identifier == credentials.identifier else { throw Impossible("changes another's product") }
        return item
    }

    private func fill(_ item: inout Item, _ form: MarketProductForm) {
        item.name = form.name ?? item.name
        item.description = form.description ?? item.description
        item.thumbnail = form.thumbnailID ?? item.thumbnail
        item.currency = form.currency ?? item.currency
        item.price = form.price.map(Item.hundredths) ?? item.price
        item.discount = form.discountedPrice.map(Item.hundredths) ?? item.discount
    }

    private mutating func update(_ params: MarketProductsUpdateParams, _ now: String, _ ref: String) throws -> Expected
    {
        var item = try own(params.id, of: params.credentials)
        let before = item
        fill(&item, params.form)
        let change = item.setStock(params.form.stock ?? item.stock, cause: "update", ref: ref)
        let differences = [
            ("name", item.name != before.name), ("description", item.description != before.description),
            ("thumbnail_id", item.thumbnail != before.thumbnail), ("price", item.price != before.price),
            ("currency", item.currency != before.currency), ("discounted_price", item.discount != before.discount),
            ("stock", change != nil),
        ]
        let changed = differences.filter(\.1).map(\.0)
        guard !changed.isEmpty else { return Expected(before.product(inList: false)) }
        item.issuedAt = now
        items[item.id] = item
        revision += 1
        var expected = Expected(item.product(inList: false))
        expected.tell(.updated, item.event(changed: changed, ref: ref))
        expected.tell(change)
        return expected
    }

    private mutating func archive(_ params: MarketProductsArchiveParams, _ row: JournalRow) throws -> Expected {
        guard let item = items[params.id], item.vendor.identifier == params.credentials.identifier,
            let told = (try? JSONReader().read(row.result)).flatMap({ MarketProductsArchiveResult($0) })
        else { throw Impossible("gives an address for what is not there") }
        guard
            tickets.updateValue(
                Ticket(product: item.id, vendor: item.vendor.identifier),
                forKey: told.uri
            ) == nil
        else { throw Impossible("gives an address again") }
        return Expected(MarketProductsArchiveResult(uri: told.uri, expiresAt: Timestamp.text(row.time + 300_000)))
    }

    private mutating func delete(_ params: MarketProductsDeleteParams, _ ref: String) throws -> Expected {
        guard let ticket = tickets.removeValue(forKey: params.uri) else { throw Impossible("uses an address again") }
        // None is too old: their five minutes go by the machine's clock, not by the wall clock that jumps here.
        guard ticket.vendor == params.identifier else { throw Impossible("uses another's address") }
        guard var item = items.removeValue(forKey: ticket.product) else {
            throw Impossible("deletes what is not there")
        }
        var expected = Expected(item.product(inList: false))
        expected.tell(item.setStock(0, cause: "delete", ref: ref))
        expected.tell(.deleted, item.event(ref: ref))
        revision += 1
        return expected
    }

    private mutating func purchase(_ id: Int, _ quantity: Int, _ now: String, _ ref: String) throws -> Expected {
        guard var item = items[id] else { throw Impossible("sells a product that is not there") }
        guard quantity <= item.stock else { throw Impossible("sells \(quantity) of \(item.stock)") }
        let change = item.setStock(item.stock - quantity, cause: "purchase", ref: ref)
        items[id] = item
        revision += 1
        let receipt = MarketPurchaseReceipt {
            $0.id = ref
            $0.productID = id
            $0.quantity = quantity
            $0.stock = item.stock
            $0.createdAt = now
        }
        var expected = Expected(receipt)
        expected.tell(change)
        return expected
    }
}

extension MarketModel.Vendor {
    func account(_ secret: MarketVendorAccount.Secret) -> MarketVendorAccount {
        MarketVendorAccount(id: id, name: name, identifier: identifier, secret: secret, createdAt: createdAt)
    }
}
