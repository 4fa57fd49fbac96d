internal import Dispatch
internal import Synchronization

/// The unfinished writes of this run, noted on disk before they are sent, and those that other runs have left.
///
/// A run that is killed leaves its file without its lock: that is how the next run knows that nobody waits any more.
final class UnfinishedLog: Sendable {
    /// A write that a file holds.
    struct Found: Sendable, Hashable {
        let write: UnfinishedWrite
        /// Whether the run that sent it goes on, and may still get the answer.
        let isUnderWay: Bool
    }

    /// A file of this run, and what in it has not ended.
    private struct Page {
        let file: UnfinishedFile
        var open: Set<UnfinishedWrite.ID> = []
    }

    /// From this size on the next file is begun; the old one goes when everything in it has ended.
    private static let fullPage = 4 << 20

    /// `nil` where neither arguments nor environment name a place.
    let directory: UnfinishedDirectory?
    /// A thread of its own, because it waits for the disk.
    private let queue = DispatchQueue(label: "unfinished writes")
    private let pages = Mutex<[Page]>([])
    private let hasProblem = Atomic(false)

    /// Makes a log; nothing is read or made before it is needed.
    init(stateDirectory: String?) {
        directory = stateDirectory.map { UnfinishedDirectory(path: "\($0)/gateway") }
    }

    /// Whether nobody has asked this before: a problem with the disk is told once, however many writes it concerns.
    var isFirstProblem: Bool { !hasProblem.exchange(true, ordering: .relaxed) }

    /// Notes writes that are about to be sent; when it returns, they survive a loss of power.
    ///
    /// - Throws: ``UnfinishedError`` when they could not be noted; none of them is then.
    func begin(_ writes: [UnfinishedWrite]) async throws(UnfinishedError) {
        try await onQueue { [self] in
            Result { () throws(UnfinishedError) in
                guard let directory else { throw Self.noDirectory }
                try directory.prepare()
                try pages.withLock { pages throws(UnfinishedError) in
                    if (pages.last?.file.size ?? .max) >= Self.fullPage {
                        pages.append(Page(file: try UnfinishedFile.create(in: directory)))
                    }
                    do throws(UnfinishedError) {
                        try pages[pages.count - 1].file.append(writes.map { .begun($0) }, isDurable: true)
                    } catch {
                        Self.removeFinished(&pages, keepingNewest: false)
                        throw error
                    }
                    pages[pages.count - 1].open.formUnion(writes.map(\.id))
                }
            }
        }.get()
    }

    /// Takes note that the ends of writes of this run are known; those that were not noted do not matter.
    ///
    /// - Parameter isLast: Whether no more writes are expected soon, so that no file is kept for them.
    func end(_ ids: [UnfinishedWrite.ID], isLast: Bool = true) async {
        await onQueue { [self] in
            pages.withLock { pages in
                for index in pages.indices {
                    let ended = pages[index].open.intersection(ids)
                    guard !ended.isEmpty else { continue }
                    pages[index].open.subtract(ended)
                    // Not synced, and no harm when it fails: asking again tells the same.
                    try? pages[index].file.append(ended.map { .ended($0) }, isDurable: false)
                }
                Self.removeFinished(&pages, keepingNewest: !isLast)
            }
        }
    }

    /// Every unfinished write of every other run, oldest first, each once.
    ///
    /// - Throws: ``UnfinishedError`` when nobody can look.
    func found() async throws(UnfinishedError) -> [Found] {
        try await onQueue { [self] in
            Result { () throws(UnfinishedError) in
                let own = pages.withLock { Set($0.map(\.file.path)) }
                var places: [UnfinishedWrite.ID: Int] = [:]
                var all: [Found] = []
                for path in try directory?.files() ?? [] where !own.contains(path) {
                    guard let (content, isHeld) = UnfinishedFile.look(at: path) else { continue }
                    for write in content.writes {
                        // A repeat that is under way is what counts.
                        let isUnderWay = isHeld || places[write.id].map { all[$0].isUnderWay } ?? false
                        guard let place = places[write.id] else {
                            places[write.id] = all.count
                            all.append(Found(write: write, isUnderWay: isUnderWay))
                            continue
                        }
                        all[place] = Found(write: all[place].write, isUnderWay: isUnderWay)
                    }
                }
                return all
            }
        }.get()
    }

    /// Forgets writes that runs which are over have left.
    func forget(_ ids: Set<UnfinishedWrite.ID>) async {
        await onQueue { [self] in
            let own = pages.withLock { Set($0.map(\.file.path)) }
            for path in (try? directory?.files()) ?? [] where !own.contains(path) {
                guard let (file, content) = UnfinishedFile.takeOver(path) else { continue }
                let left = content.writes.filter { !ids.contains($0.id) }
                if left.isEmpty, content.unreadable == 0 {
                    file.remove()
                } else if left.count < content.writes.count {
                    let ended = Set(content.writes.map(\.id)).subtracting(left.map(\.id))
                    try? file.append(ended.map { .ended($0) }, isDurable: false)
                }
            }
        }
    }

    static let noDirectory = UnfinishedError(
        "there is no state directory: name one with --state-dir or JANGTEO_STATE_DIR, or set HOME"
    )

    private static func removeFinished(_ pages: inout [Page], keepingNewest: Bool) {
        let last = pages.count - 1
        for (index, page) in pages.enumerated() where page.open.isEmpty && !(keepingNewest && index == last) {
            page.file.remove()
        }
        pages = pages.enumerated()
            .filter { !$0.element.open.isEmpty || (keepingNewest && $0.offset == last) }
            .map(\.element)
    }

    private func onQueue<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }
}
