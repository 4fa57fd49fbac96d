internal import Messages

extension RequestEngine {
    /// Finds out who calls.
    ///
    /// - Throws: ``RPCError`` `UNAUTHENTICATED` for somebody whose key is no longer in the list of clients.
    func requireCaller() throws(RPCError) -> PeerAccess {
        guard let caller else {
            throw RPCError(.unauthenticated, "the key of this connection is not, or no longer, in the list of clients")
        }
        return caller
    }

    /// Refuses what a caller may not do.
    ///
    /// - Throws: ``RPCError`` `PERMISSION_DENIED`.
    func requireRole(_ role: PeerRole, of peer: PeerAccess, for method: String) throws(RPCError) {
        guard peer.role < role else { return }
        throw RPCError(
            .permissionDenied,
            "\(method) needs the role \(role.rawValue), and \(peer.name) has the role \(peer.role.rawValue)"
        )
    }

    /// Notes who asked for a write, when that is to be told.
    ///
    /// - Parameters:
    ///   - caller: Who; somebody who is not known was not even heard.
    ///   - slot: Where its reply is; there is none yet for work that is done elsewhere first, and never one for a
    ///     notification, which is refused and counted.
    func audit(_ request: Request, by caller: PeerAccess?, slot: Int) {
        guard let caller, caller.transport != .local || auditsLocal, slot < turn.slots.count else { return }
        turn.audits.append(
            AuditEntry(peer: caller, method: request.method, key: request.meta.idempotencyKey, slot: slot)
        )
    }

    /// Who asked for which write in this turn, and what came of it; to be read after the commit.
    func forEachAudit(_ body: (AuditEntry, AuditOutcome) -> Void) {
        for entry in turn.audits {
            let slot = turn.slots[entry.slot]
            body(entry, slot.failure.map { .refused($0) } ?? (slot.isReplayed ? .repeated : .done))
        }
    }
}
