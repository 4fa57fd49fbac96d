import Cryptography
import Journal
import Messages
import Pictures
import Platform
import StoredFiles
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

    /// Selects the files of all pictures.
    static let pictureNames = "SELECT hash FROM image UNION SELECT thumbnail_hash FROM image"

    let storeDirectories = [Self.pictureDirectory]
    var contentFiles: (any ContentFiles)? { pictures }
    let pictures: FileStore
    let searches = SearchCache()
    let decoding: any PictureDecoding
    /// What secrets are made of.
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]
    private let sweeper: FileSweeper

    /// Opens the directory of the pictures, beside the store.
    ///
    /// - Parameters:
    ///   - stateDirectory: The directory of durable data; made when it is missing.
    ///   - decoding: Where pictures are decoded.
    ///   - pictureRetention: The seconds that the file of a picture stays after no product names it any more.
    /// - Throws: `StorageError` when it cannot be used.
    init(
        stateDirectory: String,
        decoding: any PictureDecoding = DirectDecoding(),
        pictureRetention: Int = FileSweeper.usualRetention
    ) throws {
        self.init(
            pictures: try FileStore(directory: Self.pictureDirectory(in: stateDirectory), names: Self.pictureNames),
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
        pictures: FileStore,
        decoding: any PictureDecoding = DirectDecoding(),
        pictureRetention: Int = FileSweeper.usualRetention,
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) {
        self.decoding = decoding
        self.pictures = pictures
        self.randomBytes = randomBytes
        sweeper = FileSweeper(pictures, retention: pictureRetention, remembersReleases: true) {
            (hash, tables, time) throws(StorageError) in
            try ProductCatalogue(tables).needs(hash, at: time, keepingFiles: pictureRetention)
        }
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
            Method(MarketMethod.productsPictures, body: .writeWithJob(productsPictures)),
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
    func maintenanceTask(_ state: Void, in context: ReadContext) -> MaintenanceTask? { sweeper.task(in: context) }
}
