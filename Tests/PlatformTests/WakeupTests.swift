import Glibc
import Platform
import Testing

@Suite
struct WakeupTests {
    private func isReadable(_ wakeup: Wakeup) -> Bool {
        var item = pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&item, 1, 0) == 1
    }

    @Test func `a signal ends every wait until it is cleared`() {
        let wakeup = Wakeup()
        #expect(!isReadable(wakeup))
        wakeup.signal()
        #expect(isReadable(wakeup) && isReadable(wakeup))
        wakeup.clear()
        #expect(!isReadable(wakeup))
    }

    @Test func `signals that nobody has waited for hold up nobody`() {
        let wakeup = Wakeup()
        // More than a pipe holds: pipe(7).
        for _ in 0..<70_000 { wakeup.signal() }
        #expect(isReadable(wakeup))
        wakeup.clear()
        #expect(!isReadable(wakeup))
    }
}
