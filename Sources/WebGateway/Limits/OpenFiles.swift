internal import Glibc

/// The limit of open files: every connection is one.
enum OpenFiles {
    /// How many are kept for what is no connection of a caller: sockets to services, those that are just being closed.
    ///
    /// One has to stay free: libdispatch, which looks at its threads in `/proc`, ends a program that cannot open a file.
    static let others = 256

    /// Raises the limit as far as this program may, and says what it is then.
    static func raiseLimit() -> Int {
        var files = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else { return 1_024 }
        let present = files.rlim_cur
        files.rlim_cur = files.rlim_max
        let isRaised = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0
        return Int(clamping: isRaised ? files.rlim_cur : present)
    }
}
