internal import Messages
internal import WorkerClient

extension Session {
    /// Writes the result of a method of the market, for people or for programs.
    ///
    /// - Throws: ``CallFailure`` when it is not what the method promises.
    func showMarketResult(_ result: [UInt8], of method: String, by caller: ServiceCaller) throws {
        guard !settings.isJSON else { return try output.write(bytes: result) }
        switch method {
        case MarketMethod.productsPurchase.name:
            let receipt = try caller.decode(result, of: method) { MarketPurchaseReceipt($0) }
            try output.write(texts.purchased(receipt))
        case MarketMethod.productsDelete.name:
            let product = try caller.decode(result, of: method) { MarketProduct($0) }
            try output.write(texts.deleted(product))
        case MarketMethod.vendorsRegister.name:
            let vendor = try caller.decode(result, of: method) { MarketVendorAccount($0) }
            try output.write(MarketVendorsRegisterCommand.lines(vendor, texts))
        default:
            let product = try caller.decode(result, of: method) { MarketProduct($0) }
            let columns = output.proseColumns
            try output.write(MarketShowCommand.lines(product, texts, columns: columns, output.palette))
        }
    }

    /// Says so when a write was done before under the same key.
    func noteReplay(_ reply: CallReply) {
        // After more than one sending the earlier request may well be our own.
        if reply.meta?.isReplayed == true, reply.sends == 1 { output.note(texts.replayed) }
    }
}
