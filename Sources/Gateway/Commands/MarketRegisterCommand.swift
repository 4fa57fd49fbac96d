internal import ArgumentParser
internal import Messages
internal import Terminal
internal import WireJSON
internal import WorkerClient

struct MarketRegisterCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Offer a new product with one to five pictures.",
        discussion: """
            Pictures are PNG, JPEG, WebP or GIF files of at most 300 KB and 8000 x 8000 pixels each. The first one \
            becomes the thumbnail of the product. All faults are reported together.
            """
    )

    @OptionGroup(title: "The product") var form: ProductFormOptions

    @Option(
        name: .customLong("image"),
        help: ArgumentHelp("A picture file. May be given up to five times.", valueName: "file"),
        completion: .file()
    )
    var images: [String] = []

    @OptionGroup(title: "The vendor") var vendor: VendorOptions
    @OptionGroup var key: KeyOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let upload = PictureUpload(images)
        guard upload.faults.isEmpty else { return try await refuse(upload, in: session) }
        let identifier = try vendor.identifier(in: session)
        let secret = try await vendor.secret(in: session)
        return try await session.withCaller(of: .market) { caller in
            let method = MarketMethod.productsRegister.name
            let params = params(identifier: identifier, secret: secret)
            let reply: CallReply
            do throws(CallFailure) {
                try await caller.check(form)
                reply = try await session.send(upload, to: method, with: params, key: key.value, by: caller)
            } catch {
                return try session.reportForm(error, images: images)
            }
            session.noteDeduplicated(reply)
            try session.showMarketResult(reply.result, of: method, by: caller)
            return .ok
        }
    }

    /// Says what is wrong with the files, together with what the market finds wrong with the rest.
    private func refuse(_ upload: PictureUpload, in session: Session) async throws -> ExitReason {
        var violations: [Violation] = []
        do {
            try await session.withCaller(of: .market) { caller in
                _ = try await caller.read(MarketMethod.productsCheck.name, with: form.jsonBytes)
            }
        } catch let failure as CallFailure {
            // Where nobody is there, the files are still as they are.
            if case .refused(let error) = failure.reason, error.knownReason == .invalidParams {
                violations = error.violations
            }
        }
        return try session.refuse(upload, with: violations)
    }

    func params(identifier: String, secret: String) -> [UInt8] {
        JSONWriter.object { writer in
            writer.member("identifier", identifier)
            writer.member("secret", secret)
            form.writeMembers(to: &writer)
        }
    }
}

struct MarketUpdateCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Change one of your products. Only what is given is changed."
    )

    @Argument(help: "The number of the product.")
    var id: Int

    @OptionGroup(title: "The product") var form: ProductFormOptions

    @Option(help: ArgumentHelp("The number of the picture to use as the thumbnail.", valueName: "n"))
    var thumbnail: String?

    @OptionGroup(title: "The vendor") var vendor: VendorOptions
    @OptionGroup var key: KeyOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let identifier = try vendor.identifier(in: session)
        let secret = try await vendor.secret(in: session)
        return try await session.withCaller(of: .market) { caller in
            let method = MarketMethod.productsUpdate.name
            let params = params(identifier: identifier, secret: secret)
            let reply: CallReply
            do throws(CallFailure) {
                try await caller.check(form, isChange: true)
                reply = try await session.write(method, with: params, key: key.value, by: caller)
            } catch {
                return try session.reportForm(error)
            }
            session.noteDeduplicated(reply)
            try session.showMarketResult(reply.result, of: method, by: caller)
            return .ok
        }
    }

    func params(identifier: String, secret: String) -> [UInt8] {
        JSONWriter.object { writer in
            writer.member("identifier", identifier)
            writer.member("id", id)
            writer.member("secret", secret)
            form.writeMembers(to: &writer)
            if let thumbnail { ProductFormOptions.write("thumbnail_id", typed: thumbnail, to: &writer) }
        }
    }
}
