internal import CCurl
internal import Platform

/// Why a request to the collector came to nothing.
struct CollectorFailure: Error {
    let reason: String
    /// Whether it may succeed later.
    let isPassing: Bool
}

/// Requests to the collector, one at a time, each over a connection of its own since seconds lie between them; and what
/// wakes the thread that makes them.
@safe
final class CollectorClient: Sendable {
    /// Only ``wake()`` uses it from other threads than the one that sends, which libcurl allows.
    nonisolated(unsafe) private let handle: OpaquePointer

    /// - Throws: ``TracingError`` `unavailable` when the process has as many files open as it may.
    init(_ settings: TracingSettings) throws(TracingError) {
        guard let handle = unsafe ccurl_make(settings.endpoint.url, settings.certificates) else {
            throw TracingError(.unavailable, "tracing: libcurl has no memory or no file left")
        }
        unsafe self.handle = handle
        var lines = ["Content-Type: application/json", "Connection: close", "Expect:"]
        // libcurl leaves a header without a value out, unless it is written so.
        lines += settings.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        for line in lines {
            guard unsafe ccurl_add_header(handle, line) else {
                throw TracingError(.unavailable, "tracing: libcurl has no memory")
            }
        }
    }

    deinit { unsafe ccurl_free(handle) }

    /// Ends the wait in progress, or else the next one; from any thread.
    func wake() { unsafe ccurl_wake(handle) }

    /// Waits until a moment, in monotonic nanoseconds, or until it is woken.
    func wait(until deadline: UInt64) { unsafe ccurl_wait(handle, Self.milliseconds(until: deadline)) }

    /// Sends JSON.
    ///
    /// - Parameters:
    ///   - body: One JSON text.
    ///   - deadline: Until when all has to be done, in monotonic nanoseconds; asked again when someone wakes it.
    /// - Throws: ``CollectorFailure`` unless the collector has taken it.
    func post(_ body: [UInt8], by deadline: () -> UInt64) throws(CollectorFailure) {
        guard unsafe ccurl_post(handle, body, body.count) else {
            throw CollectorFailure(reason: "libcurl has no memory", isPassing: true)
        }
        var isLate = false
        while !isLate, unsafe ccurl_continue(handle, Self.milliseconds(until: deadline())) {
            isLate = SystemClock.monotonic >= deadline()
        }
        let status = unsafe ccurl_end(handle)
        guard status != 0 else {
            let reason = isLate ? "it did not answer in time" : unsafe String(cString: ccurl_reason(handle))
            throw CollectorFailure(reason: reason, isPassing: true)
        }
        guard (200...299).contains(status) else {
            throw CollectorFailure(reason: "it answers \(status)", isPassing: [429, 502, 503, 504].contains(status))
        }
    }

    private static func milliseconds(until deadline: UInt64) -> CInt {
        let now = SystemClock.monotonic
        return deadline > now ? CInt(clamping: (deadline - now + 999_999) / 1_000_000) : 0
    }
}
