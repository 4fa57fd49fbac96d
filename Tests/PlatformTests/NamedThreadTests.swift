import Foundation
import Platform
import Synchronization
import Testing

struct NamedThreadTests {
    @Test func `it has its name, steps back, and takes no signals of the process`() throws {
        let seen = Mutex<(name: String, niceness: Int, blocked: UInt64)?>(nil)
        let own = niceness(of: "self")
        try NamedThread(name: "a thread of a long name", niceness: 3) {
            let name = (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""
            let status = (try? String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)) ?? ""
            let mask = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }?.split(separator: "\t").last
            seen.withLock { $0 = (name, niceness(of: "thread-self"), mask.flatMap { UInt64($0, radix: 16) } ?? 0) }
        }.join()
        let result = try #require(seen.withLock { $0 })
        #expect(result.name == "a thread of a l\n")
        #expect(result.niceness == min(19, own + 3))
        for signal in [SIGHUP, SIGINT, SIGTERM, SIGCHLD] { #expect(result.blocked & 1 << UInt64(signal - 1) != 0) }
        for signal in [SIGSEGV, SIGBUS] { #expect(result.blocked & 1 << UInt64(signal - 1) == 0) }
    }

    @Test func `a second join returns at once`() throws {
        let count = Atomic(0)
        let thread = try NamedThread(name: "short") { count.add(1, ordering: .relaxed) }
        thread.join()
        thread.join()
        #expect(count.load(ordering: .relaxed) == 1)
    }
}

/// The 19th field of stat, counted from behind the name, which may have spaces (proc(5)).
private func niceness(of task: String) -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(task)/stat", encoding: .utf8)) ?? ""
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 16 ? Int(fields[16]) ?? .min : .min
}
