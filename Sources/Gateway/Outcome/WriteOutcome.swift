internal import Messages
internal import Terminal
internal import WireJSON

/// What a service said of one write.
struct WriteOutcome: Sendable {
    enum State: Sendable {
        /// It was done, now or before.
        case applied(method: String, result: [UInt8], sequence: Int?)
        /// The service does not know its key.
        case unknown
        /// The question, or the repeat, brought no result.
        case failed(CallFailure)
    }

    let service: ServiceName
    let state: State

    var status: ExitReason {
        switch state {
        case .applied: .ok
        case .unknown: .refused
        case .failed(let failure): failure.status
        }
    }

    /// The status of several: what all of them are, else that they differ.
    static func status(_ outcomes: [WriteOutcome]) -> ExitReason {
        let statuses = Set(outcomes.map(\.status))
        if statuses.contains(.interrupted) { return .interrupted }
        if statuses.contains(.outcomeUnknown) { return .outcomeUnknown }
        return statuses.count == 1 ? statuses.first ?? .ok : .incomplete
    }

    static func document(_ outcomes: [WriteOutcome], of key: String) -> [UInt8] {
        JSONWriter.object { writer in
            writer.member("idempotencykey", key)
            writer.array("outcomes", of: outcomes) { writer, outcome in
                writer.beginObject()
                outcome.writeMembers(to: &writer)
                writer.endObject()
            }
        }
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("service", service.rawValue)
        switch state {
        case .applied(let method, let result, let sequence):
            writer.member("state", "applied")
            writer.member("method", method)
            writer.member("result", raw: result)
            if let sequence { writer.member("sequence", sequence) }
        case .unknown:
            writer.member("state", "unknown")
        case .failed(let failure):
            writer.member("state", failure.statusWord)
            writer.name("error")
            failure.writeError(to: &writer)
        }
    }
}

/// Shows the result of a write as the command that made it would have.
enum WriteReceipt {
    /// Writes a result for people.
    ///
    /// Where names have to be asked for and nobody tells them, it is shown as it came.
    static func show(_ result: [UInt8], of method: String, by caller: ServiceCaller, in session: Session) async throws {
        do {
            switch method {
            case JuiceMethod.order.name:
                try await JuiceCounter(session, asking: caller).showReceipt(result)
            case JuiceMethod.stockSet.name, JuiceMethod.stockAdjust.name:
                try await JuiceCounter(session, asking: caller).showLevels(result, of: method)
            case MarketMethod.productsRegister.name, MarketMethod.productsUpdate.name,
                MarketMethod.productsPictures.name, MarketMethod.productsDelete.name,
                MarketMethod.productsPurchase.name, MarketMethod.vendorsRegister.name:
                try session.showMarketResult(result, of: method, by: caller)
            default:
                try session.show(result, of: method, by: caller)
            }
        } catch is CallFailure {
            try session.output.write(bytes: result)
        }
    }
}
