internal import ArgumentParser
internal import Messages
internal import Platform
internal import Terminal
internal import WorkerClient

struct MarketDeleteCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete one of your products, after asking for confirmation."
    )

    /// What is put behind the key of a deletion to make that of the archiving before it.
    private static let archiving = "/archive"

    @Argument(help: "The number of the product.")
    var id: Int

    @OptionGroup var confirmation: Confirmation
    @OptionGroup(title: "The vendor") var vendor: VendorOptions
    @OptionGroup var key: KeyOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        let maxLength = RequestMeta.maxIdempotencyKeyLength - Self.archiving.utf8.count
        if let key = key.value, key.utf8.count > maxLength {
            throw UsageError("--key must have at most \(maxLength) bytes here, because two writes share it")
        }
    }

    func run(in session: Session) async throws -> ExitReason {
        let identifier = try vendor.identifier(in: session)
        try confirmation.requireTerminal()
        return try await session.withCaller(of: .market) { caller in
            guard try await isWanted(by: caller, in: session) else {
                session.output.note(session.texts["not_deleted"])
                return .refused
            }
            let credentials = MarketCredentials(
                identifier: identifier,
                secret: try await vendor.secret(in: session)
            )
            let key = key.value ?? IdempotencyKey.make()
            let uri = try await archive(credentials, key: key, by: caller, in: session)
            let method = MarketMethod.productsDelete.name
            let params = MarketProductsDeleteParams(identifier: identifier, uri: uri)
            let reply = try await session.write(method, with: params.jsonBytes, key: key, by: caller)
            session.noteDeduplicated(reply)
            try session.showMarketResult(reply.result, of: method, by: caller)
            return .ok
        }
    }

    /// Shows what is to be deleted, and asks.
    private func isWanted(by caller: ServiceCaller, in session: Session) async throws -> Bool {
        guard !confirmation.yes else { return true }
        let method = MarketMethod.productsGet.name
        let reply = try await caller.read(method, with: MarketProductsGetParams(id: id).jsonBytes)
        let product = try caller.decode(reply, of: method) { MarketProduct($0) }
        let question = session.texts("ask_to_delete", id: product.id, name: product.name.printable)
        return session.texts.isYes(try await TerminalPrompt.line(question))
    }

    /// Gets the address under which the product can be deleted.
    ///
    /// Its key follows from that of the deletion: a repeated command gets the same address again, and with it the same
    /// deletion.
    private func archive(
        _ credentials: MarketCredentials,
        key: String,
        by caller: ServiceCaller,
        in session: Session
    ) async throws -> String {
        let method = MarketMethod.productsArchive.name
        let params = MarketProductsArchiveParams(credentials: credentials, id: id)
        let reply: CallReply
        do throws(CallFailure) {
            reply = try await caller.write(method, with: params.jsonBytes, key: key + Self.archiving)
        } catch {
            var failure = error
            failure.repeatCommand = RepeatCommand.text(session.arguments, key: key)
            throw failure
        }
        return try caller.decode(reply, of: method) { MarketProductsArchiveResult($0) }.uri
    }
}
