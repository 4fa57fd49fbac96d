internal import ZeroMQ

/// Whose a connection is, as far as limits are concerned.
package enum ConnectionOwner: Hashable {
    /// A process of the user, over ipc.
    case process(Int32)
    /// The client of the list whose key it has shown.
    case client(String)
    /// Anybody on this machine, over TCP without keys: who it is nobody can know.
    case anyone

    /// Whether its limit is its own, and not one that it shares with those who would exhaust it.
    var isKnown: Bool { self != .anyone }

    /// The owner by what the authenticator found out; `nil` when it was not asked.
    init?(_ peer: ZMQPeer) {
        if let process = peer.process {
            self = .process(process.id)
        } else if peer.publicKey != nil, let name = peer.userID {
            self = .client(name)
        } else if peer.userID != nil {
            self = .anyone
        } else {
            return nil
        }
    }
}

/// What each owner takes of what the peers of one socket share: connections, bytes of topics, and how often it
/// connects.
struct PeerAccounts {
    private struct Account {
        /// Established connections.
        var connections = 0
        /// Bytes of the topics that its connections ask for.
        var topicBytes = 0
        /// Connections that it may still make, and when they were counted; `nil` after a rest.
        var allowance: (left: Double, time: UInt64)?

        var takesNothing: Bool { connections == 0 && topicBytes == 0 && allowance == nil }
    }

    /// The least number of owners at which those that take nothing are looked for.
    private static var fewOwners: Int { 4_096 }

    private let rate: ConnectionRate
    private var accounts: [ConnectionOwner: Account] = [:]
    private var maxOwners = fewOwners

    init(_ rate: ConnectionRate) {
        self.rate = rate
    }

    /// The established connections of an owner.
    func connections(of owner: ConnectionOwner) -> Int { accounts[owner]?.connections ?? 0 }

    /// The bytes of topics that an owner's connections ask for.
    func topicBytes(of owner: ConnectionOwner) -> Int { accounts[owner]?.topicBytes ?? 0 }

    /// Adds to what an owner takes; numbers below 0 give back.
    mutating func add(connections: Int = 0, topicBytes: Int = 0, to owner: ConnectionOwner) {
        var account = accounts[owner] ?? Account()
        account.connections += connections
        account.topicBytes += topicBytes
        accounts[owner] = account.takesNothing ? nil : account
    }

    /// Takes one connection of an owner from its allowance, if there is any left.
    ///
    /// - Parameter now: Monotonic nanoseconds.
    mutating func mayConnect(_ owner: ConnectionOwner, at now: UInt64) -> Bool {
        guard rate.bounds(owner) else { return true }
        if accounts.count >= maxOwners { forgetRested(at: now) }
        var account = accounts[owner] ?? Account()
        var left = allowance(of: account, at: now)
        let isAdmitted = left >= 1
        if isAdmitted { left -= 1 }
        account.allowance = (left, now)
        accounts[owner] = account
        return isAdmitted
    }

    /// All connections have ended; how often an owner has connected is kept.
    mutating func removeConnections() {
        accounts = accounts.compactMapValues { account in
            account.allowance.map { Account(allowance: $0) }
        }
    }

    private func allowance(of account: Account, at now: UInt64) -> Double {
        guard let (left, time) = account.allowance else { return rate.burst }
        let seconds = Double(now - min(now, time)) / 1_000_000_000
        return min(rate.burst, left + seconds * rate.perSecond)
    }

    private mutating func forgetRested(at now: UInt64) {
        for (owner, account) in accounts where allowance(of: account, at: now) >= rate.burst {
            accounts[owner]?.allowance = nil
            add(to: owner)
        }
        maxOwners = max(Self.fewOwners, 2 * accounts.count)
    }
}
