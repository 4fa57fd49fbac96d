internal import Dispatch
internal import Synchronization

/// The outbox of a client: the writes of this run, recorded on disk before they are sent, and those that other runs have left
/// without knowing their end.
///
/// A run that is killed leaves its file without its lock: that is how the next run knows that nobody waits any more.
package final class Outbox: Sendable {
    /// A write that a file holds.
    package struct Found: Sendable, Hashable {
        package let write: OutboxEntry
        /// Whether the run that sent it goes on, and may still get the answer.
        package let isInFlight: Bool
        /// Whether it was done, and only its result has not been read.
        package let isAnswered: Bool
        /// The run that sent it, by a name that no other run has.
        package let run: String
    }

    /// A file of this run, and what in it has not ended.
    private struct Page {
        let file: OutboxFile
        var open: Set<OutboxEntry.ID> = []
    }

    /// From this size on the next file is begun; the old one goes when everything in it has ended.
    private static let fullPage = 4 << 20

    /// `nil` where neither arguments nor environment name a place.
    package let directory: OutboxDirectory?
    /// A thread of its own, because it waits for the disk.
    private let queue = DispatchQueue(label: "outbox")
    private let pages = Mutex<[Page]>([])
    private let hasProblem = Atomic(false)

    /// Makes a log; nothing is read or made before it is needed.
    package init(stateDirectory: String?) {
        directory = stateDirectory.map { OutboxDirectory(path: "\($0)/gateway") }
    }

    /// Whether nobody has asked this before: a problem with the disk is reported once, however many writes it concerns.
    package var isFirstProblem: Bool { !hasProblem.exchange(true, ordering: .relaxed) }

    /// Notes writes that are about to be sent; when it returns, they survive a loss of power.
    ///
    /// - Throws: ``OutboxError`` when they could not be recorded; none of them is then.
    package func begin(_ writes: [OutboxEntry]) async throws(OutboxError) {
        try await onQueue { [self] in
            Result { () throws(OutboxError) in
                guard let directory else { throw Self.noDirectory }
                try directory.prepare()
                try pages.withLock { pages throws(OutboxError) in
                    if (pages.last?.file.size ?? .max) >= Self.fullPage {
                        pages.append(Page(file: try OutboxFile.create(in: directory)))
                    }
                    do throws(OutboxError) {
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

    /// Removes writes of this run whose ends are known; those that were not recorded do not matter.
    ///
    /// - Parameter isLast: Whether no more writes are expected soon, so that no file is kept for them.
    package func end(_ ids: [OutboxEntry.ID], isLast: Bool = true) async {
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

    /// Marks writes of this run as done, with results that nobody has read: they stay, and are no doubt any more.
    package func answer(_ ids: [OutboxEntry.ID]) async {
        await onQueue { [self] in
            pages.withLock { pages in
                for page in pages {
                    let answered = page.open.intersection(ids)
                    guard !answered.isEmpty else { continue }
                    // Not synced, and no harm when it fails: asking again tells the same.
                    try? page.file.append(answered.map { .answered($0) }, isDurable: false)
                }
            }
        }
    }

    /// Every write that another run has left, oldest first, each once.
    ///
    /// - Throws: ``OutboxError`` when nobody can look.
    package func found() async throws(OutboxError) -> [Found] {
        try await onQueue { [self] in
            Result { () throws(OutboxError) in
                let own = pages.withLock { Set($0.map(\.file.path)) }
                var places: [OutboxEntry.ID: Int] = [:]
                var all: [Found] = []
                for path in try directory?.files() ?? [] where !own.contains(path) {
                    guard let (content, isHeld) = OutboxFile.look(at: path) else { continue }
                    for write in content.writes {
                        // A repeat that is in flight is what counts.
                        let isInFlight = isHeld || places[write.id].map { all[$0].isInFlight } ?? false
                        let isAnswered = content.answered.contains(write.id)
                        guard let place = places[write.id] else {
                            places[write.id] = all.count
                            all.append(
                                Found(write: write, isInFlight: isInFlight, isAnswered: isAnswered, run: path)
                            )
                            continue
                        }
                        let former = all[place]
                        all[place] = Found(
                            write: former.write,
                            isInFlight: isInFlight,
                            isAnswered: isAnswered || former.isAnswered,
                            run: former.run
                        )
                    }
                }
                return all
            }
        }.get()
    }

    /// Forgets writes that runs which are over have left.
    package func forget(_ ids: Set<OutboxEntry.ID>) async {
        await onQueue { [self] in
            let own = pages.withLock { Set($0.map(\.file.path)) }
            for path in (try? directory?.files()) ?? [] where !own.contains(path) {
                guard let (file, content) = OutboxFile.takeOver(path) else { continue }
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

    package static let noDirectory = OutboxError(
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
