import Foundation

/// The program beside these tests that looks at a picture alone.
enum Probe {
    /// Its path.
    static func path() throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "PictureProbe").path
    }

    /// Runs it to its end.
    static func run(_ arguments: [String]) throws -> (process: Process, output: Data) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: try path())
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process, text)
    }

    /// Whether this process and that one are watched by a sanitizer.
    static let isSanitized = ProcessInfo.processInfo.environment["JANGTEO_SANITIZER"] != nil
}
