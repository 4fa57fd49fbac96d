internal import Messages
internal import Platform
internal import ServiceContexts
internal import Terminal
internal import WireJSON
internal import WorkerClient

extension Session {
    /// Tells what is wrong with a form that a service refused, every fault in the user's words, and gives the exit
    /// status.
    ///
    /// - Parameter images: The files whose pictures went with it.
    /// - Throws: The failure, when it is not about the form.
    func reportForm(_ failure: CallFailure, images: [String] = []) throws -> ExitReason {
        guard case .refused(let error) = failure.reason, !error.violations.isEmpty,
            [.invalidParams, .imageRejected].contains(error.knownReason)
        else { throw failure }
        let faults = texts.formFaults(error.violations, images: images)
        output.note(texts.formRefusal(faults, palette: output.notePalette))
        if settings.isJSON { try output.write(bytes: failure.document) }
        return failure.status
    }

    /// Says what is wrong with files, and what a service finds wrong with the rest of their form.
    func refuse(_ upload: PictureUpload, with violations: [Violation] = []) throws -> ExitReason {
        let faults = texts.formFaults(violations) + texts.pictureFaults(upload.faults)
        output.note(texts.formRefusal(faults, palette: output.notePalette))
        if settings.isJSON {
            // As if the market had seen the files.
            let error = RPCError(violations: violations + upload.faults.map(\.violation))
            let document = JSONWriter.object { writer in
                writer.name("error")
                error.write(isKeyed: false, to: &writer)
            }
            try output.write(bytes: document)
        }
        return .usage
    }

    /// Writes with pictures, as `write` does, and shows that their upload is in flight.
    func send(
        _ upload: PictureUpload,
        to method: String,
        with params: [UInt8],
        key: String?,
        by caller: ServiceCaller
    ) async throws(CallFailure) -> CallReply {
        try await showingUpload(of: upload) { () throws(CallFailure) in
            try await write(method, with: params, key: key, by: caller, attachments: upload.attachments)
        }
    }

    /// Shows that an upload is in flight, on a terminal only, for as long as `body` runs.
    private func showingUpload<R: Sendable>(
        of upload: PictureUpload,
        _ body: @escaping @Sendable () async throws(CallFailure) -> R
    ) async throws(CallFailure) -> R {
        guard output.isNoteTerminal, settings.environment["TERM"] != "dumb" else { return try await body() }
        let progress = UploadProgress(pictures: upload.attachments.count, bytes: upload.bytes)
        let result = await withTaskGroup(of: Result<R, CallFailure>?.self) { group in
            group.addTask {
                do throws(CallFailure) { return .success(try await body()) } catch { return .failure(error) }
            }
            group.addTask {
                for tick in 0... {
                    let columns = output.columns ?? TerminalSize.usual.columns
                    output.draw(progress.line(tick: tick, texts, columns: columns))
                    do { try await Task.sleep(for: .milliseconds(80)) } catch { break }
                }
                output.draw("")
                return nil
            }
            var result: Result<R, CallFailure>?
            for await one in group {
                guard let one else { continue }
                result = one
                // The drawing ends, and takes its line away.
                group.cancelAll()
            }
            return result
        }
        guard let result else { return try await body() }
        return try result.get()
    }
}

extension Session {
    /// Writes the result of a method of the market, for people or for programs.
    ///
    /// - Throws: ``CallFailure`` when it is not what the method promises.
    func showMarketResult(_ result: [UInt8], of method: String, by caller: ServiceCaller) throws {
        guard !settings.isJSON else { return try output.write(bytes: result) }
        switch method {
        case MarketMethod.productsPurchase.name:
            try output.write(texts.purchased(caller.decode(result, of: method) { MarketPurchaseReceipt($0) }))
        case MarketMethod.productsDelete.name:
            let product = try caller.decode(result, of: method) { MarketProduct($0) }
            try output.write(texts("deleted", id: product.id, name: product.name.printable))
        case MarketMethod.vendorsRegister.name:
            try output.write(texts.lines(caller.decode(result, of: method) { MarketVendorAccount($0) }))
        default:
            let product = try caller.decode(result, of: method) { MarketProduct($0) }
            try output.write(texts.lines(product, columns: output.proseColumns, palette: output.palette))
        }
    }

    /// Says so when a write was done before under the same key.
    func noteDeduplicated(_ reply: CallReply) {
        // After more than one sending the earlier request may well be our own.
        if reply.meta?.isReplayed == true, reply.sends == 1 { output.note(texts["deduplicated"]) }
    }
}
