import Foundation
import Platform
import Testing

struct SystemClockTests {
    @Test func `each clock is the one it says`() throws {
        let wall = Date().timeIntervalSince1970 * 1_000
        #expect(abs(Double(SystemClock.wall) - wall) < 60_000)
        let times = [SystemClock.monotonic, SystemClock.monotonic]
        #expect(times[0] <= times[1])
        let text = try String(contentsOfFile: "/proc/uptime", encoding: .utf8)
        let uptime = try #require(text.split(separator: " ").first.flatMap { Double($0) })
        #expect(abs(Double(SystemClock.uptime) - uptime * 1_000) < 60_000)
    }

    @Test func `the kernel's run has a name`() throws {
        let text = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        #expect(SystemClock.bootID() == text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
