internal import ArgumentParser
internal import Messages
internal import WorkerClient

/// `gateway market vendors register`.
struct MarketVendorsRegisterCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Admit a vendor, and show its identifier and its secret, this once."
    )

    @Argument(help: "The vendor's name, 1 to 50 characters.")
    var name: String

    @OptionGroup var key: KeyOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await session.withCaller(of: .market) { caller in
            let method = MarketMethod.vendorsRegister
            let params = MarketVendorsRegisterParams(name: name)
            let reply = try await session.write(method, params.jsonBytes, key: key.value, by: caller)
            session.noteReplay(reply)
            try session.showMarketResult(reply.result, of: method, by: caller)
            let vendor = try caller.decode(reply, of: method) { MarketVendorAccount($0) }
            session.output.note(session.texts.advice(about: vendor.secret))
            return .ok
        }
    }

    static func lines(_ vendor: MarketVendorAccount, _ texts: Texts) -> [String] {
        var lines = [
            texts.vendor(vendor.id, vendor.name.printable), "\(texts.identifier): \(vendor.identifier.printable)",
        ]
        if case .issued(let secret) = vendor.secret { lines.append("\(texts.secret): \(secret.printable)") }
        return lines
    }
}
