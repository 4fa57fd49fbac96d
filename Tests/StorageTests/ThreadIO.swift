import Foundation
import Testing

/// What the kernel counts of a thread's work on files: proc(5), `/proc/pid/io`.
enum ThreadIO: String {
    /// Bytes that its system calls wrote.
    case bytesWritten = "wchar"

    /// How much this thread adds to it with `body`.
    func during(_ body: () throws -> Void) throws -> Int {
        let before = try present()
        try body()
        return try present() - before
    }

    private func present() throws -> Int {
        let text = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("\(rawValue): ") })
        return try #require(Int(line.dropFirst("\(rawValue): ".count)))
    }
}
