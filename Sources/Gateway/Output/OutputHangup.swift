internal import Dispatch
internal import Glibc

/// Notices that nobody reads standard output any more, where no write is due that would find out.
enum OutputHangup {
    /// Returns when the reader went away, or the task was cancelled.
    static func wait() async {
        var ends: [Int32] = [-1, -1]
        // Without descriptors left, the next write has to find out.
        guard pipe(&ends) == 0 else { return await Cancellation.wait() }
        let (reading, writing) = (ends[0], ends[1])
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A thread of its own, because it blocks: no other call tells of an error without asking for more.
                DispatchQueue(label: "output hangup").async {
                    var items = [
                        pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
                        pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
                    ]
                    while poll(&items, nfds_t(items.count), -1) < 0, errno == EINTR {}
                    continuation.resume()
                }
            }
        } onCancel: {
            var byte: UInt8 = 0
            _ = Glibc.write(writing, &byte, 1)
        }
        close(reading)
        close(writing)
    }
}
