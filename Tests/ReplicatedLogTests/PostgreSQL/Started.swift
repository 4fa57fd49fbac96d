import Foundation
import Glibc
import Synchronization

/// A program that ends when its standard input does, and so with this process at the latest.
final class Started: Sendable {
    private let running = Mutex<(process: Process, input: FileHandle)?>(nil)

    init(_ command: [String]) throws { try begin(command) }

    deinit { end() }

    func begin(_ command: [String]) throws {
        // Closed in every program that is started, also in others that are started meanwhile: a copy there would keep it open.
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw CocoaError(.fileReadUnknown)
        }
        let theirs = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let ours = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.currentDirectoryURL = URL(filePath: "/")
        process.standardInput = theirs
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        running.withLock { $0 = (process, ours) }
    }

    /// Its process.
    var identifier: pid_t? { running.withLock { $0?.process.processIdentifier } }

    /// Ends it and waits for its end.
    func end() {
        let former = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let former else { return }
        try? former.input.close()
        former.process.waitUntilExit()
    }
}

/// A value that is made when it is first asked for, once.
final class Lazy<Value: Sendable>: Sendable {
    private let made = Mutex<Result<Value, any Error>?>(nil)
    private let make: @Sendable () throws -> Value

    init(_ make: @escaping @Sendable () throws -> Value) { self.make = make }

    func value() throws -> Value {
        try made.withLock { made in
            if let made { return try made.get() }
            let result = Result { try make() }
            made = result
            return try result.get()
        }
    }
}
