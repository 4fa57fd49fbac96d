internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import Synchronization

/// What callers may do who are let in without a token because the open market is for everybody.
///
/// A wrong secret is counted against the address that it came from and not against the vendor, whom anybody could lock out otherwise.
final class OpenMarketLimits: VisitorRoutes {
    private struct Counts {
        /// Of each address, all requests: a page of a list has a hundred pictures, and a school one address.
        var requests = RateLimit(burst: 2_000, interval: .milliseconds(10))
        /// Of each address.
        var writes = RateLimit(burst: 60, interval: .seconds(1))
        /// Of each vendor, wherever it is.
        var vendorWrites = RateLimit(burst: 60, interval: .seconds(1))
        /// Of each address: identifiers and secrets that were wrong.
        var refusals = RateLimit(burst: 20, interval: .seconds(6))
    }

    private let counts = Mutex(Counts())

    func has(_ path: String) -> Bool { OpenMarketRoutes.has(path) }

    func pass(_ address: String, with request: Request, to next: () async throws -> Response) async throws -> Response {
        let isWrite = request.method != .get && request.method != .head
        let vendor = isWrite ? request.headers[.identifier] : nil
        try admit(address, isWrite: isWrite, vendor: vendor)
        do {
            let response = try await next()
            if let vendor { counts.withLock { $0.vendorWrites.take(vendor, at: .now) } }
            return response
        } catch let problem as Problem {
            counts.withLock { counts in
                if problem.isOfCredentials {
                    counts.refusals.take(address, at: .now)
                } else if let vendor, problem.error?.knownReason == .imageRejected {
                    // Pictures are only looked at behind a right secret, and are most of the work.
                    counts.vendorWrites.take(vendor, at: .now)
                }
            }
            throw problem
        }
    }

    private func admit(_ address: String, isWrite: Bool, vendor: String?) throws(Problem) {
        let wait = counts.withLock { counts -> Duration? in
            let now = ContinuousClock.now
            if let wait = counts.requests.wait(of: address, at: now) { return wait }
            counts.requests.take(address, at: now)
            guard isWrite else { return nil }
            let waits = [
                counts.writes.wait(of: address, at: now), counts.refusals.wait(of: address, at: now),
                vendor.flatMap { counts.vendorWrites.wait(of: $0, at: now) },
            ]
            if let wait = waits.compactMap(\.self).max() { return wait }
            counts.writes.take(address, at: now)
            return nil
        }
        guard let wait else { return }
        let problem = Problem(
            .tooManyRequests,
            "there were too many requests of this address or vendor; try again later"
        )
        throw problem.with(.retryAfter, "\(wait.components.seconds + 1)")
    }
}

extension Problem {
    /// Whether the caller has named a vendor that there is not, or a wrong secret.
    fileprivate var isOfCredentials: Bool {
        switch error?.knownReason {
        case .unauthenticated: true
        case .permissionDenied: error?.violations.contains { $0.pointer == "/secret" } ?? false
        default: false
        }
    }
}
