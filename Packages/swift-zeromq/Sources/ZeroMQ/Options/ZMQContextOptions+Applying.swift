internal import CZMQ

extension ZMQContextOptions {
    /// What is set on a new context, in this order.
    ///
    /// - Throws: ``ZMQError`` with `invalidOption`.
    func settings() throws(ZMQError) -> [(option: CInt, value: CInt)] {
        guard (1...64).contains(ioThreads) else {
            throw ZMQError(.invalidOption, "ioThreads is \(ioThreads); it must be 1 to 64")
        }
        guard (1...65_535).contains(maximumSockets) else {
            throw ZMQError(.invalidOption, "maximumSockets is \(maximumSockets); it must be 1 to 65535")
        }
        var settings: [(option: CInt, value: CInt)] = [
            (ZMQ_IO_THREADS, CInt(ioThreads)),
            (ZMQ_MAX_SOCKETS, CInt(maximumSockets)),
            (CInt(CZMQ_ZERO_COPY_RECV), sharesReceivedMemory ? 1 : 0),
        ]
        for processor in processors.sorted() {
            guard (0..<1_024).contains(processor) else {
                throw ZMQError(.invalidOption, "there is no processor \(processor)")
            }
            settings.append((ZMQ_THREAD_AFFINITY_CPU_ADD, CInt(processor)))
        }
        return settings
    }
}
