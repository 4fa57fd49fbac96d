import Cryptography
import Journal
import Messages
import Pictures
import Platform
import WireJSON
import WorkerEngine

/// market-service's rules behind the frame: which methods there are, and what they need.
///
/// It remembers nothing of the catalogue but the latest searches; everything else is in the store's tables.
struct MarketWorker: WorkerService {
    let name = ServiceName.market
    let summary = MarketMethod.summary
    let eventTypes = MarketMethod.events
    let tables = CatalogueSchema.tables
    /// A change of stock is a change of its product's level.
    let balanceRule: BalanceRule? = BalanceRule(eventType: MarketStockChanged.type, delta: "delta")
    /// Every product has a level, and the journal alone needs it.
    let loadsLevels = false

    /// Where the pictures are, beside the store.
    private static let pictureDirectory = "\(ServiceName.market.rawValue).pictures"

    let storeDirectories = [Self.pictureDirectory]
    var contentFiles: (any ContentFiles)? { pictures }
    let pictures: PictureStore
    let searches = SearchCache()
    let decoding: any PictureDecoding
    /// What secrets are made of.
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]
    private let sweeper: PictureSweeper

    /// Opens the directory of the pictures, beside the store.
    ///
    /// - Parameters:
    ///   - stateDirectory: The directory of durable data; made when it is missing.
    ///   - decoding: Where pictures are decoded.
    ///   - pictureRetention: The seconds that the file of a picture stays after no product names it any more.
    /// - Throws: `PictureStoreError` when it cannot be used.
    init(
        stateDirectory: String,
        decoding: any PictureDecoding = DirectDecoding(),
        pictureRetention: Int = PictureSweeper.usualRetention
    ) throws {
        self.init(
            pictures: try PictureStore(directory: Self.pictureDirectory(in: stateDirectory)),
            decoding: decoding,
            pictureRetention: pictureRetention,
            randomBytes: Secrets.randomBytes
        )
    }

    /// - Parameters:
    ///   - pictures: Where the pictures are.
    ///   - decoding: As above.
    ///   - pictureRetention: As above.
    ///   - randomBytes: What secrets are made of: as many bytes as asked for, which nobody can guess.
    init(
        pictures: PictureStore,
        decoding: any PictureDecoding = DirectDecoding(),
        pictureRetention: Int = PictureSweeper.usualRetention,
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) {
        self.decoding = decoding
        self.pictures = pictures
        self.randomBytes = randomBytes
        sweeper = PictureSweeper(pictures, retention: pictureRetention)
    }

    var pictureRetention: Int { sweeper.retention }

    /// Where the pictures are that belong to a store.
    static func pictureDirectory(in stateDirectory: String) -> String { "\(stateDirectory)/\(pictureDirectory)" }

    typealias State = Void

    var methods: [Method<Void>] {
        [
            Method(MarketMethod.health, body: .read { _, _, _, result in result.string("OK") }),
            Method(MarketMethod.productsList, body: .readWithJob(productsList)),
            Method(MarketMethod.productsGet, body: .read(Self.productsGet)),
            Method(MarketMethod.productsCheck, body: .read(Self.productsCheck)),
            Method(MarketMethod.productsRegister, body: .writeWithJob(productsRegister)),
            Method(MarketMethod.productsUpdate, body: .write(Self.productsUpdate)),
            Method(MarketMethod.productsArchive, body: .write(productsArchive)),
            Method(MarketMethod.productsDelete, body: .write(productsDelete)),
            Method(MarketMethod.productsPurchase, body: .write(Self.productsPurchase)),
            Method(MarketMethod.imagesGet, body: .readWithJob(imagesGet)),
            Method(MarketMethod.vendorsRegister, body: .write(vendorsRegister)),
            Method(MarketMethod.vendorsList, body: .read(Self.vendorsList)),
        ]
    }

    var openRPC: [UInt8] { PackageResources.market_openrpc_json }

    func state(from levels: [Level]) {}

    /// Removes the files of pictures that no product names any more.
    func maintenanceTask(_ state: Void, in context: ReadContext) -> MaintenanceTask? {
        guard sweeper.isDue(at: context.time, uptime: context.bootMoment.milliseconds) else { return nil }
        let sweeper = sweeper
        return MaintenanceTask {
            let old = Result { try sweeper.findOld() }
            return { context in
                let old = try old.get()
                let orphans = try context.reading { tables throws(StorageError) in
                    let catalogue = ProductCatalogue(tables)
                    var orphans: [PictureHash] = []
                    for hash in old
                    where try !catalogue.needs(hash, at: context.time, keepingFiles: sweeper.retention) {
                        orphans.append(hash)
                    }
                    return orphans
                }
                return sweeper.note(orphans: orphans, uptime: context.bootMoment.milliseconds)
            }
        }
    }
}
