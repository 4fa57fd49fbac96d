internal import Synchronization

/// How many bytes of bodies there are in memory, of all requests together.
final class BodyMemory: Sendable {
    private let most: Int
    private let bytes = Atomic(0)

    init(most: Int) { self.most = most }

    /// Takes memory for some bytes; `false` where there is none, and then nothing was taken.
    func take(_ count: Int) -> Bool {
        let (_, total) = bytes.add(count, ordering: .relaxed)
        if total <= most { return true }
        giveBack(count)
        return false
    }

    func giveBack(_ count: Int) { bytes.subtract(count, ordering: .relaxed) }
}
