internal import Glibc
package import Platform
internal import Synchronization

/// Where lines of a log go.
package final class LogOutput: Sendable {
    /// What follows when someone has moved a file away.
    private struct File {
        let path: String
        /// Nanoseconds: when it was last looked whether the file is still the one of that name.
        var looked: UInt64
        /// Whether the last line is there in part only, because the disk was full.
        var isTorn = false
        var isFailing = false
    }

    private struct State {
        var descriptor: CInt
        var file: File?
    }

    /// Nanoseconds between two looks.
    private static let lookInterval: UInt64 = 1_000_000_000

    private let state: Mutex<State>
    private let onFailure: @Sendable (String) -> Void

    /// The standard error of the process.
    package static let standardError = LogOutput(State(descriptor: STDERR_FILENO), onFailure: { _ in })

    /// The standard output of the process.
    package static let standardOutput = LogOutput(State(descriptor: STDOUT_FILENO), onFailure: { _ in })

    private init(_ state: State, onFailure: @escaping @Sendable (String) -> Void) {
        self.state = Mutex(state)
        self.onFailure = onFailure
    }

    /// A file, which is made where there is none, for the user alone.
    ///
    /// When it was moved away, a new one is made within a second, or with the next line after that.
    ///
    /// - Parameters:
    ///   - path: Its name.
    ///   - onFailure: Called with the reason when it can no longer be written; its lines are lost until it can.
    /// - Throws: ``FileSystemError`` when it cannot be opened.
    package convenience init(
        appendingTo path: String,
        onFailure: @escaping @Sendable (String) -> Void
    ) throws(FileSystemError) {
        let descriptor = Self.open(path)
        guard descriptor >= 0 else { throw FileSystemError(number: errno, doing: "opening \(path) to append to it") }
        let file = File(path: path, looked: SystemClock.monotonic)
        self.init(State(descriptor: descriptor, file: file), onFailure: onFailure)
    }

    deinit {
        state.withLock { state in
            if state.file != nil { _ = close(state.descriptor) }
        }
    }

    /// Writes a line with its end; it is not synced to the disk.
    func write(_ line: [UInt8]) {
        let failure: CInt? = state.withLock { state in
            guard var file = state.file else {
                _ = Self.append(line, to: state.descriptor)
                return nil
            }
            defer { state.file = file }
            Self.follow(&file, descriptor: &state.descriptor)
            let written = Self.append((file.isTorn ? [UInt8(ascii: "\n")] : []) + line, to: state.descriptor)
            let wasFailing = file.isFailing
            file.isFailing = written.failure != nil
            if written.count > 0 { file.isTorn = file.isFailing }
            return wasFailing ? nil : written.failure
        }
        if let failure { onFailure(SystemError.text(failure)) }
    }

    /// Goes on in a new file when the old one has got another name.
    private static func follow(_ file: inout File, descriptor: inout CInt) {
        let now = SystemClock.monotonic
        guard now - file.looked >= lookInterval else { return }
        file.looked = now
        var (named, opened) = (stat(), stat())
        guard unsafe fstat(descriptor, &opened) == 0 else { return }
        if unsafe stat(file.path, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev { return }
        let next = open(file.path)
        guard next >= 0 else { return }
        _ = close(descriptor)
        descriptor = next
        file.isTorn = false
    }

    private static func open(_ path: String) -> CInt {
        unsafe Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o600)
    }

    private static func append(_ bytes: [UInt8], to descriptor: CInt) -> (count: Int, failure: CInt?) {
        unsafe bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let count = unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return (done, count < 0 ? errno : ENOSPC) }
                done += count
            }
            return (done, nil)
        }
    }
}
