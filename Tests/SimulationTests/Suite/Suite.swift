import Glibc
import Journal
import JuiceDomain
import Messages
import Pictures

@testable import CalcService
@testable import ExpoService
@testable import JuiceService
@testable import MarketService

/// The four services of one history, each with a disk of its own; calc has none.
final class Suite {
    let juice: SimulatedServer
    let calc: SimulatedServer
    let expo: SimulatedServer
    let market: SimulatedServer
    /// Every secret, identifier and address that market-service has made.
    let secrets: MarketSecrets
    /// Whether old rows are to be deleted during the history.
    let prunes: Bool
    private let directory: String

    /// - Parameters:
    ///   - directory: Where the stores may be; made here.
    ///   - prunes: Whether old rows are to be deleted during the history.
    init(_ world: World, _ network: Network, directory: String, prunes: Bool) throws {
        self.directory = directory
        self.prunes = prunes
        guard mkdir(directory, 0o700) == 0 else { throw SimulationError("cannot make \(directory)") }
        func disk(_ service: ServiceName) throws -> SimulatedDisk {
            let disk = try SimulatedDisk(directory: "\(directory)/\(service.rawValue)", seed: world.random.next())
            disk.useOneThread()
            return disk
        }
        func settings(prunes: Bool) -> StoreSettings { StoreSettings(&world.random, prunes: prunes) }
        let menu = try Menu.builtIn()
        juice = SimulatedServer(.juice, disk: try disk(.juice), world, network, settings(prunes: prunes)) { _ in
            JuiceWorker(menu: menu)
        }
        expo = SimulatedServer(.expo, disk: try disk(.expo), world, network, settings(prunes: false)) {
            try ExpoWorker(source: .builtIn, log: $0)
        }
        calc = SimulatedServer(.calc, disk: nil, world, network, settings(prunes: false)) { _ in CalcWorker() }
        let marketDisk = try disk(.market)
        let secrets = MarketSecrets(seed: world.random.next())
        self.secrets = secrets
        market = SimulatedServer(.market, disk: marketDisk, world, network, settings(prunes: prunes)) { _ in
            let clock = marketDisk.clock
            let pictures = try PictureStore(
                directory: MarketWorker.pictureDirectory(in: marketDisk.directory),
                clock: { clock.milliseconds }
            )
            return MarketWorker(pictures: pictures, randomBytes: secrets.make)
        }
        market.whenUp = { [unowned market] journal in
            // What a row names was on the disk before the row, whatever has ended the life before.
            guard let pictures = try? StoredPictures(journal, of: market) else {
                return world.note("market's pictures cannot be looked at")
            }
            for finding in pictures.damage { world.find(finding) }
        }
    }

    /// In the order of their ports.
    var servers: [SimulatedServer] { [juice, calc, expo, market] }
    /// Those that keep something.
    var keepers: [SimulatedServer] { [juice, expo, market] }

    subscript(_ service: ServiceName) -> SimulatedServer {
        switch service {
        case .juice: juice
        case .calc: calc
        case .expo: expo
        default: market
        }
    }

    var areUp: Bool { servers.allSatisfy(\.isUp) }

    /// Removes everything that is kept.
    func removeFiles() {
        SimulatedDisk.outside { DirectoryTree.remove(directory) }
    }
}
