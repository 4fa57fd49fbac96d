import Glibc
import Synchronization
import Testing

@testable import Gateway
@testable import Terminal

@Suite(.serialized, .timeLimit(.minutes(1))) struct SignalTests {
    @Test(arguments: [1, 2, 3])
    func `a signal that comes at once is handled, also where it was handled before`(turn: Int) async {
        let (numbers, continuation) = AsyncStream.makeStream(of: Int32.self)
        await SignalHandlers.handling([SIGUSR1, SIGUSR2], with: { continuation.yield($0) }) {
            kill(getpid(), SIGUSR1)
            kill(getpid(), SIGUSR2)
            var seen: Set<Int32> = []
            for await number in numbers where seen.insert(number).inserted && seen.count == 2 { break }
            #expect(seen == [SIGUSR1, SIGUSR2])
        }
    }

    @Test func `afterwards a signal does what it did before`() async {
        let before = signal(SIGUSR1, SIG_IGN)
        await SignalHandlers.handling([SIGUSR1], with: { _ in }) {}
        // Asked and not tried: a signal that is sent now may be delivered after the default is back, which would end this process.
        let after = signal(SIGUSR1, before)
        #expect(unsafeBitCast(after, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self))
    }
}
