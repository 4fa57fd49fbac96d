import Glibc
import Journal
import JuiceDomain
import Logging
import Messages
import SimulatedWorker
import StoredFiles
import WorkerEngine

@testable import CalcService
@testable import ExpoService
@testable import JuiceService
@testable import MarketService

/// One service of a suite.
typealias SuiteServer = SimulatedServer<ServerSockets>

/// The four services of one history, each with a disk of its own; calc has none.
final class Suite {
    let juice: SuiteServer
    let calc: SuiteServer
    let expo: SuiteServer
    let market: SuiteServer
    /// Every secret, identifier and address that market-service has made.
    let secrets: MarketSecrets
    /// What their stores have held.
    let histories = StoreHistories()
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
        func server(
            _ name: ServiceName,
            on disk: SimulatedDisk?,
            prunes: Bool,
            _ makeService: @escaping (Logger) throws -> any WorkerService
        ) -> SuiteServer {
            SuiteServer(
                name,
                in: world,
                disk: disk,
                settings: StoreSettings(&world.random, prunes: prunes),
                makeSockets: { ServerSockets(of: $0, name, world, network) },
                makeService: makeService
            )
        }
        let menu = try Menu.builtIn()
        juice = server(.juice, on: try disk(.juice), prunes: prunes) { _ in
            JuiceWorker(menu: menu)
        }
        expo = server(.expo, on: try disk(.expo), prunes: false) {
            try ExpoWorker(source: .builtIn, log: $0)
        }
        calc = server(.calc, on: nil, prunes: false) { _ in CalcWorker() }
        let marketDisk = try disk(.market)
        let secrets = MarketSecrets(seed: world.random.next())
        self.secrets = secrets
        market = server(.market, on: marketDisk, prunes: prunes) { _ in
            let clock = marketDisk.clock
            let pictures = try FileStore(
                directory: MarketWorker.pictureDirectory(in: marketDisk.directory),
                names: MarketWorker.pictureNames,
                clock: { clock.milliseconds }
            )
            return MarketWorker(pictures: pictures, randomBytes: secrets.make)
        }
        for keeper in keepers where keeper.settings.retainedEvents != nil {
            keeper.willPrune = { [unowned keeper, histories] journal in
                do { try histories[keeper.name].keep(journal) } catch {
                    world.note("\(keeper.name.rawValue) rows cannot be read before pruning")
                }
            }
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
    var servers: [SuiteServer] { [juice, calc, expo, market] }
    /// Those that keep something.
    var keepers: [SuiteServer] { [juice, expo, market] }

    subscript(_ service: ServiceName) -> SuiteServer {
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
