internal import CConfinement
internal import Glibc
internal import Platform
internal import Synchronization

/// The process that decodes pictures, as the service has it: started, asked one thing at a time, and ended.
final class DecoderProcess: Sendable {
    /// Why nothing more comes from it.
    enum Ending: Error, Hashable {
        /// It ended by itself: by a signal, or with an exit code.
        case signal(CInt)
        case code(CInt)
        /// It has not answered in time, or not what it can answer, and was killed.
        case late
        case senseless
    }

    private let id: pid_t
    private let socket: CInt
    /// The nanoseconds in which it has to answer.
    private let timeout: UInt64
    /// How it has ended, once that was asked for: its number may be another's from then on.
    private let status = Mutex<CInt?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: Its path and its arguments.
    ///   - environment: All of its environment.
    ///   - timeout: The milliseconds in which it has to answer.
    /// - Throws: ``PictureError``, `unavailable`, when it cannot be started.
    init(_ command: [String], environment: [String], timeout: Int) throws(PictureError) {
        var process = CConfinement_Process()
        let code = unsafe Self.withCStrings(command) { arguments in
            unsafe Self.withCStrings(environment) { unsafe CConfinement_start(arguments, $0, &process) }
        }
        guard code == 0 else {
            throw PictureError(.unavailable, "there is no process to decode pictures in: \(SystemError.text(code))")
        }
        (id, socket) = (process.id, process.socket)
        self.timeout = UInt64(timeout) * 1_000_000
    }

    deinit {
        close(socket)
        _ = end()
    }

    /// Whether it is there and has nothing to say, as one is that waits to be asked.
    var isWaiting: Bool {
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&entry, 1, 0) == 0
    }

    /// Lets it run on a processor for this many seconds more; SIGXCPU ends it then.
    func allow(seconds: UInt32) { CConfinement_allow(id, seconds) }

    func send(_ bytes: [UInt8]) throws(Ending) {
        let deadline = SystemClock.monotonic + timeout
        var sent = 0
        while sent < bytes.count {
            try wait(for: POLLOUT, until: deadline)
            let count = unsafe bytes.withUnsafeBytes {
                let start = unsafe $0.baseAddress.map { unsafe $0 + sent }
                return unsafe Glibc.send(socket, start, bytes.count - sent, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
            }
            if count < 0 {
                guard errno == EINTR || errno == EAGAIN else { throw ending() }
            } else {
                sent += count
            }
        }
    }

    /// Waits for what it says.
    func message() throws(Ending) -> DecoderMessage {
        let deadline = SystemClock.monotonic + timeout
        let length = try read(DecoderMessage.lengthBytes, until: deadline).reduce(0) { $0 << 8 | Int($1) }
        guard length <= DecoderMessage.maxBytes,
            let message = DecoderMessage(try read(length, until: deadline)[...])
        else { throw .senseless }
        return message
    }

    private func read(_ count: Int, until deadline: UInt64) throws(Ending) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            try wait(for: POLLIN, until: deadline)
            let wanted = min(count - bytes.count, 1 << 18)
            var isEnd = false
            bytes += unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
                let got = unsafe recv(socket, buffer.baseAddress, wanted, CInt(MSG_DONTWAIT))
                isEnd = got == 0 || got < 0 && errno != EINTR && errno != EAGAIN
                filled = max(0, got)
            }
            if isEnd { throw ending() }
        }
        return bytes
    }

    private func wait(for events: CInt, until deadline: UInt64) throws(Ending) {
        while true {
            let now = SystemClock.monotonic
            guard now < deadline else { throw .late }
            var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
            let milliseconds = CInt(clamping: (deadline - now) / 1_000_000 + 1)
            let count = unsafe poll(&entry, 1, milliseconds)
            if count > 0 { return }
        }
    }

    /// How it has ended, which the socket has reported.
    private func ending() -> Ending {
        let status = end()
        // wait(2): the low seven bits are the signal, the next byte is the code.
        return status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }

    /// Ends it, if it has not ended by itself, and takes its status, once.
    private func end() -> CInt {
        status.withLock { status in
            if let status { return status }
            // One that is about to end keeps its own reason.
            kill(id, SIGKILL)
            var taken: CInt = 0
            while unsafe waitpid(id, &taken, 0) < 0, errno == EINTR {}
            status = taken
            return taken
        }
    }

    private static func withCStrings<Value>(
        _ texts: [String],
        body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Value
    ) -> Value {
        var pointers: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe body(&pointers)
    }
}
