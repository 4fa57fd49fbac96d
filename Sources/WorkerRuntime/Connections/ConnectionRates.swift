/// Bounds how often one owner may connect.
struct ConnectionRates {
    /// Owners that are known at a time; of more, those that have rested are forgotten.
    private static let maximumOwners = 4_096

    private struct Allowance {
        var left: Double
        var time: UInt64
    }

    private let burst: Double
    private let perSecond: Double
    private let boundsProcesses: Bool
    private var allowances: [ConnectionOwner: Allowance] = [:]

    /// - Parameters:
    ///   - burst: Connections at once after a rest.
    ///   - perSecond: Connections per second for ever.
    ///   - boundsProcesses: Whether that is also for processes of the user, and not for clients with keys alone.
    init(burst: Int, perSecond: Int, boundsProcesses: Bool) {
        self.burst = Double(burst)
        self.perSecond = Double(perSecond)
        self.boundsProcesses = boundsProcesses
    }

    /// Takes one connection of an owner from its allowance, if there is any left.
    ///
    /// - Parameter now: Monotonic nanoseconds.
    mutating func admits(_ owner: ConnectionOwner, at now: UInt64) -> Bool {
        switch owner {
        case .anyone: return true
        case .process where !boundsProcesses: return true
        case .process, .client: break
        }
        if allowances.count >= Self.maximumOwners {
            allowances = allowances.filter { refilled($0.value, at: now).left < burst }
        }
        var allowance = refilled(allowances[owner] ?? Allowance(left: burst, time: now), at: now)
        let isAdmitted = allowance.left >= 1
        if isAdmitted { allowance.left -= 1 }
        allowances[owner] = allowance
        return isAdmitted
    }

    private func refilled(_ allowance: Allowance, at now: UInt64) -> Allowance {
        let seconds = Double(now - min(now, allowance.time)) / 1_000_000_000
        return Allowance(left: min(burst, allowance.left + seconds * perSecond), time: now)
    }
}
