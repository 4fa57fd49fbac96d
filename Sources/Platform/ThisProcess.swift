internal import CMalloc
internal import Glibc

/// What the kernel knows of this process (proc(5)).
package enum ThisProcess {
    /// One look at what it has used and uses.
    package struct Usage: Sendable {
        /// Seconds of processors.
        package let processorTime: Double
        /// Bytes of address space.
        package let virtualMemory: Int
        /// Bytes of memory, those shared with others included.
        package let residentMemory: Int
        package let threads: Int
    }

    /// What it has used so far; `nil` where there is no /proc.
    package static func usage() -> Usage? {
        let file = unsafe open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { _ = close(file) }
        let text = unsafe String(unsafeUninitializedCapacity: 4_096) {
            unsafe max(0, read(file, $0.baseAddress, 4_096))
        }
        // The name before may hold anything, also blanks and parentheses. What follows begins with field 3.
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ").map { Int($0) ?? 0 }
        guard fields.count > 21 else { return nil }
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        return Usage(
            processorTime: Double(fields[11] + fields[12]) / ticks,
            virtualMemory: fields[20],
            residentMemory: fields[21] * sysconf(Int32(_SC_PAGESIZE)),
            threads: fields[17]
        )
    }

    /// What it uses and shares with no file, in bytes; `nil` where there is no /proc.
    package static func unsharedMemory() -> Int? {
        let file = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { _ = close(file) }
        // Pages in all, resident, of those shared.
        let text = unsafe String(unsafeUninitializedCapacity: 256) { unsafe max(0, read(file, $0.baseAddress, 256)) }
        let pages = text.split(separator: " ").prefix(3).compactMap { Int($0) }
        guard pages.count == 3 else { return nil }
        return (pages[1] - pages[2]) * sysconf(Int32(_SC_PAGESIZE))
    }

    /// Gives memory that was freed back to the system (malloc_trim(3)).
    ///
    /// By itself the allocator does so at the end of a heap only: one small piece of memory there, and all that was freed
    /// before it counts as used.
    package static func returnFreedMemory() {
        _ = malloc_trim(0)
    }
}
