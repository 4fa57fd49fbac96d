import Messages
import SimulatedWorker
import WireJSON

extension Judge {
    /// Does once more what the rows say: each holds the result and the events that follow from those before.
    ///
    /// - Returns: The market after each row, from none on.
    func foldMarket(_ epoch: String) -> [(sequence: Int, model: MarketModel)] {
        var model = MarketModel()
        var models = [(sequence: 0, model: model)]
        for row in market[epoch]?.rows ?? [] {
            guard let record = cause(of: row), case .market(let intent) = record.intent.meaning else { continue }
            do {
                let expected = try model.apply(intent, record.intent.attachments, row)
                if row.result != expected.result {
                    let text = String(decoding: expected.result, as: UTF8.self)
                    find("market \(epoch): row \(row.number) has not the result \(text)")
                }
                let events = row.events.map { ($0.type, $0.data) }
                if !events.elementsEqual(expected.events, by: ==) {
                    find("market \(epoch): row \(row.number) has other events than \(expected.events.map(\.type))")
                }
            } catch let error as MarketModel.Impossible {
                find("market \(epoch): row \(row.number) \(error.reason)")
            } catch {
                find("market \(epoch): row \(row.number): \(error)")
            }
            models.append((row.sequence, model))
            count(intent)
        }
        return models
    }

    private func count(_ intent: MarketIntent) {
        switch intent {
        case .register: world.counts.add(.registered)
        case .purchase: world.counts.add(.purchased)
        case .delete: world.counts.add(.deleted)
        default: break
        }
    }

    /// A read shows the market at the position it names, and no other.
    func judgeMarketRead(
        _ record: CallRecord,
        _ intent: MarketIntent,
        _ result: [UInt8],
        _ attachments: [[UInt8]],
        _ meta: ReplyMeta?
    ) {
        guard let epoch = meta?.epoch, let sequence = meta?.sequence, let models = markets[epoch],
            let last = models.last(where: { $0.sequence <= sequence })?.model
        else { return find("\(record.id) was told of \(meta?.sequence ?? -1), which does not exist") }
        switch intent {
        case .list(let params):
            if result != last.page(params, epoch) {
                find("\(record.id) was told another list than that at \(sequence)")
            }
        case .get(let id):
            if last.items[id]?.product(inList: false).jsonBytes != result {
                find("\(record.id) was told another product \(id) than there is at \(sequence)")
            }
        case .picture(let reference): judgePicture(record, reference, last, result, attachments)
        case .vendors(let limit):
            // Nothing tells how many there were: admitting one makes no event.
            let position = models.last { $0.sequence <= sequence }?.sequence
            let isRight = models.contains { $0.sequence == position && $0.model.page(limit) == result }
            if !isRight { find("\(record.id) was told other vendors than there are at \(sequence)") }
        case .admit, .register, .update, .pictures, .archive, .delete, .purchase: find("\(record.id) is no read")
        }
    }

    private func judgePicture(
        _ record: CallRecord,
        _ reference: MarketImageReference,
        _ model: MarketModel,
        _ result: [UInt8],
        _ attachments: [[UInt8]]
    ) {
        guard reference.id <= model.pictures.count else {
            return find("\(record.id) was told a picture that is not there")
        }
        let original = model.pictures[reference.id - 1]
        let expected = reference.isThumbnail ? SamplePicture.thumbnail(of: original) : original
        let size = (try? JSONReader().read(result))?["size"]?.integer
        if attachments != [expected] || size != expected.count {
            find("\(record.id) was told another picture than \(reference)")
        }
    }

    /// What vendors prove themselves by is in no event and in no row; an address for a deletion only in the row that gives it.
    func judgeSecrets(_ secrets: MarketSecrets) {
        let texts = Set(secrets.texts)
        for epoch in market.epochs {
            for row in market[epoch]?.rows ?? [] {
                let isArchived = row.method == MarketMethod.productsArchive.name
                let places = row.events.map(\.data) + (isArchived ? [] : [row.result])
                if places.contains(where: { Self.tells(one: texts, $0) }) {
                    find("market \(epoch): row \(row.number) tells a secret")
                }
            }
        }
        for line in world.loggedLines where Self.tells(one: texts, Array(line.utf8)) {
            find("the log tells a secret: \(line)")
        }
    }

    /// Whether one of some texts of letters, digits, `-` and `_` stands in bytes, between others.
    private static func tells(one texts: Set<[UInt8]>, _ bytes: [UInt8]) -> Bool {
        let words = bytes.split { byte in
            let letter = byte | 0x20
            let isText = (0x61...0x7A).contains(letter) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5F
            return !isText
        }
        return words.contains { $0.count == 43 && texts.contains(Array($0)) }
    }
}

extension MarketModel {
    /// The result of a list.
    func page(_ params: MarketProductsListParams, _ epoch: String) -> [UInt8] {
        let revision = "\(epoch)/\(revision)"
        guard params.ifRevision != revision else {
            return MarketProductsListResult.notModified(revision: revision).jsonBytes
        }
        let all = found(params.searchValue)
        let size = params.itemsPerPage
        let offset = (params.pageNo - 1) * size
        let page = MarketProductPage {
            $0.pageNo = params.pageNo
            $0.itemsPerPage = size
            $0.totalCount = all.count
            $0.offset = offset
            $0.limit = size
            $0.lastPage = (all.count + size - 1) / size
            $0.hasNext = offset + size < all.count
            $0.hasPrev = params.pageNo > 1 && !all.isEmpty
            $0.pages = all.dropFirst(offset).prefix(size).map { $0.product(inList: true) }
            $0.revision = revision
        }
        return MarketProductsListResult.page(page).jsonBytes
    }

    /// The result of a list of the newest vendors.
    func page(_ limit: Int) -> [UInt8] {
        let newest = vendors.reversed().prefix(limit)
        return MarketVendorPage(
            vendors: newest.map { $0.account(.untold) },
            next: vendors.count > limit ? newest.last.map { String($0.id) } : nil
        ).jsonBytes
    }
}
