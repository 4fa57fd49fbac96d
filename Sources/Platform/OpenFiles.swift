internal import Glibc

/// The files that this process has open and may have open; every connection is one.
package enum OpenFiles {
    /// The limit of a process that was given no other, for where the system does not tell.
    package static let usualLimit = 1_024

    /// How many are open; `nil` when that is unknown.
    package static var count: Int? {
        var status = stat()
        // Since Linux 6.2 the size of the directory is their number.
        if unsafe stat("/proc/self/fd", &status) == 0, status.st_size > 0 { return status.st_size }
        guard let directory = unsafe opendir("/proc/self/fd") else { return nil }
        defer { unsafe closedir(directory) }
        var count = 0
        while unsafe readdir(directory) != nil { count += 1 }
        // Without the directory itself and its parent.
        return max(0, count - 2)
    }

    /// How many may be open (RLIMIT_NOFILE in getrlimit(2)); `nil` when that is unknown.
    package static var limit: Int? { limits.map { Int(clamping: $0.rlim_cur) } }

    /// How far this process may raise ``limit``; `nil` when that is unknown.
    package static var maxLimit: Int? { limits.map { Int(clamping: $0.rlim_max) } }

    /// Raises the limit, never lowers it.
    ///
    /// - Parameter wished: How many should be open at most; as many as this process may, if those are fewer.
    package static func raiseLimit(to wished: Int = .max) {
        guard var limits else { return }
        limits.rlim_cur = min(limits.rlim_max, max(limits.rlim_cur, rlim_t(clamping: wished)))
        _ = unsafe setrlimit(resource, &limits)
    }

    private static var limits: rlimit? {
        var limits = rlimit()
        return unsafe getrlimit(resource, &limits) == 0 ? limits : nil
    }

    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
}
