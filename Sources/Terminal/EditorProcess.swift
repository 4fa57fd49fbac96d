internal import Glibc
package import Platform

/// The user's editor, as a program of its own in this terminal.
package enum EditorProcess {
    /// Opens a file in the editor, and waits until that has ended.
    ///
    /// - Parameter editor: A command of the shell, such as `code --wait`.
    /// - Returns: Its exit code; 128 and the number of the signal that ended it.
    /// - Throws: ``UsageError`` when it cannot be started.
    package static func run(_ editor: String, on path: String) async throws(UsageError) -> Int32 {
        let process = try start(["/bin/sh", "-c", editor + #" "$@""#, editor, path])
        let status = await withCheckedContinuation { continuation in
            // A thread of its own, because it blocks for as long as someone edits.
            let thread = try? NamedThread(name: "editor") { continuation.resume(returning: wait(for: process)) }
            if thread == nil { continuation.resume(returning: wait(for: process)) }
        }
        // wait(2): the low seven bits are the signal, the next byte is the code.
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    private static func start(_ words: [String]) throws(UsageError) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A signal that this program ignores would be ignored in the editor too.
        var (defaults, mask) = (sigset_t(), sigset_t())
        sigemptyset(&mask)
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        let code = posix_spawn(&process, words[0], nil, &attributes, &arguments, environ)
        guard code == 0 else { throw UsageError("cannot start \(words[3].printable): \(SystemError.text(code))") }
        return process
    }

    private static func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
