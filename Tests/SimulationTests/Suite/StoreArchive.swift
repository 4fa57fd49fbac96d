import Messages
import SimulatedWorker

/// A copy of one service's store, taken while it was down, and put back later: what a backup and its restore do.
final class StoreArchive {
    let server: SuiteServer
    private let histories: StoreHistories
    private let world: World
    private var copy: (files: [String: [UInt8]], pruned: [JournalRow])?

    init(of server: SuiteServer, _ histories: StoreHistories, _ world: World) {
        self.server = server
        self.histories = histories
        self.world = world
    }

    /// Copies the store when its service is down the next time.
    func planCopy() {
        server.whenDown = { [unowned self] in
            guard let disk = server.disk else { return }
            copy = (try disk.copyFiles(), histories[server.name].pruned)
        }
    }

    /// Replaces the store by the copy, if there is one, when its service is down the next time.
    func planRestore() {
        server.whenDown = { [unowned self] in
            guard let copy, let disk = server.disk else { return }
            world.counts.add(.restore)
            world.note("\(server.name.rawValue)'s store is replaced by an older copy")
            // Nobody restores onto a disk that fails; and what is recorded now has to be readable.
            disk.heal()
            try histories.record(server)
            try disk.restoreFiles(copy.files)
            histories[server.name].pruned = copy.pruned
            server.startsNewEpoch = true
        }
    }
}
