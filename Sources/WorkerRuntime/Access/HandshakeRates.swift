/// Bounds how often a client may connect.
struct HandshakeRates {
    /// Connections at once after a rest, and per second for ever.
    private static let (burst, perSecond) = (512.0, 256.0)
    /// Clients that are known at a time; of more, those that have rested are forgotten.
    private static let mostClients = 4_096

    private struct Allowance {
        var left: Double
        var time: UInt64
    }

    private var allowances: [String: Allowance] = [:]

    /// Takes one connection of a client from its allowance, if there is any left.
    ///
    /// - Parameter now: Monotonic nanoseconds.
    mutating func admits(_ client: String, at now: UInt64) -> Bool {
        if allowances.count >= Self.mostClients {
            allowances = allowances.filter { Self.refilled($0.value, at: now).left < Self.burst }
        }
        var allowance = Self.refilled(allowances[client] ?? Allowance(left: Self.burst, time: now), at: now)
        let isAdmitted = allowance.left >= 1
        if isAdmitted { allowance.left -= 1 }
        allowances[client] = allowance
        return isAdmitted
    }

    private static func refilled(_ allowance: Allowance, at now: UInt64) -> Allowance {
        let seconds = Double(now - min(now, allowance.time)) / 1_000_000_000
        return Allowance(left: min(burst, allowance.left + seconds * perSecond), time: now)
    }
}
