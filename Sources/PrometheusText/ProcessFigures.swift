internal import Platform

/// Figures of this process, by the names that Prometheus has for them in all programs.
package struct ProcessFigures: Sendable {
    /// Seconds since 1970.
    private let start: Double

    /// To be made when the process begins.
    package init() { start = Double(SystemClock.wall) / 1_000 }

    /// Adds them; what the kernel does not tell is left out.
    package func add(to text: inout MetricsText) {
        let begin = "When this process began, in seconds since 1970."
        text.add(.gauge, "process_start_time_seconds", begin, [.init([], start)])
        if let usage = ThisProcess.usage() {
            let time = "Processor time of this process, in seconds."
            text.add(.counter, "process_cpu_seconds", time, [.init([], usage.processorTime)])
            let memory = "Memory of this process."
            text.add(.gauge, "process_resident_memory_bytes", memory, [.init([], usage.residentMemory)])
            let space = "Address space of this process."
            text.add(.gauge, "process_virtual_memory_bytes", space, [.init([], usage.virtualMemory)])
            text.add(.gauge, "process_threads", "Threads of this process.", [.init([], usage.threads)])
        }
        if let count = OpenFiles.limit {
            text.add(.gauge, "process_max_fds", "Files that this process may have open.", [.init([], count)])
        }
        if let count = OpenFiles.count {
            text.add(.gauge, "process_open_fds", "Files that this process has open.", [.init([], count)])
        }
    }
}
