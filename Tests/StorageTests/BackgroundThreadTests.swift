import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

struct BackgroundThreadTests {
    @Test
    func `others go first, each time it works, and the thread that asks stays as it is`() throws {
        let niceness = Mutex<[Int]>([])
        let isDone = DispatchSemaphore(value: 0)
        let thread = try BackgroundThread(name: "a copier") {
            niceness.withLock { $0.append(Self.niceness(of: "thread-self")) }
            isDone.signal()
        }
        let own = Self.niceness(of: "self")
        let here = Self.niceness(of: "thread-self")
        for _ in 0..<3 {
            thread.request()
            isDone.wait()
        }
        thread.finish()
        #expect(niceness.withLock { $0 } == Array(repeating: min(19, own + 5), count: 3))
        #expect(Self.niceness(of: "thread-self") == here)
    }

    @Test
    func `its end waits for the work under way`() throws {
        let hasBegun = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let steps = Mutex<[String]>([])
        let thread = try BackgroundThread(name: "a copier") {
            hasBegun.signal()
            mayEnd.wait()
            steps.withLock { $0.append("work") }
        }
        thread.request()
        hasBegun.wait()
        // Let go by another thread, which begins after this one may already wait.
        DispatchQueue.global().async { mayEnd.signal() }
        thread.finish()
        steps.withLock { $0.append("end") }
        #expect(steps.withLock { $0 } == ["work", "end"])
    }

    /// The 19th field of stat, counted from behind the name, which may have spaces (proc(5)).
    private static func niceness(of task: String) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(task)/stat", encoding: .utf8)) ?? ""
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 16 ? Int(fields[16]) ?? .min : .min
    }
}
