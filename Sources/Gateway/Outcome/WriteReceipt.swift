internal import Messages

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
            case MarketMethod.productsRegister.name, MarketMethod.productsUpdate.name, MarketMethod.productsDelete.name,
                MarketMethod.productsPurchase.name, MarketMethod.vendorsRegister.name:
                try session.showMarketResult(result, of: method, by: caller)
            default:
                try CallCommand.show(result, of: method, by: caller, in: session)
            }
        } catch is CallFailure {
            try session.output.write(bytes: result)
        }
    }
}
