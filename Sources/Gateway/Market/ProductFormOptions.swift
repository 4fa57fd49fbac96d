internal import ArgumentParser
internal import Messages
internal import Platform
internal import ServiceContexts
internal import Terminal
internal import WireJSON

/// The members of a product that someone fills in.
///
/// What they may be is the market's to say, all at once and in the chosen language, so every one is a text here, and
/// none is asked for. So `--price -1` is a price too, and no option.
struct ProductFormOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("The product's name, 3 to 100 characters.", valueName: "text"))
    var name: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The product's description, 10 to 1000 characters.", valueName: "text")
    )
    var description: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The price: whole won, or dollars with up to two decimals.", valueName: "sum")
    )
    var price: String?

    @Option(help: ArgumentHelp("KRW or USD.", valueName: "currency"), completion: .list(["KRW", "USD"]))
    var currency: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The amount taken off the price.", valueName: "sum"))
    var discount: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The quantity in stock.", valueName: "n"))
    var stock: String?

    /// Writes the members that are filled in.
    ///
    /// What is no number is sent as the text that it is: the market says so together with whatever else is wrong.
    func writeMembers(to writer: inout JSONWriter) {
        if let name { writer.member("name", name) }
        if let description { writer.member("description", description) }
        if let price { Self.write("price", typed: price, to: &writer) }
        if let currency { writer.member("currency", currency) }
        if let discount { Self.write("discounted_price", typed: discount, to: &writer) }
        if let stock { Self.write("stock", typed: stock, to: &writer) }
    }

    /// The members alone, to be checked.
    var jsonBytes: [UInt8] {
        JSONWriter.object { writer in
            writeMembers(to: &writer)
        }
    }

    static func write(_ name: StaticString, typed text: String, to writer: inout JSONWriter) {
        writer.name(name)
        // A JSON number of any precision stays as it was typed.
        if let number = (try? JSONReader().read(text))?.numberText {
            writer.number(number)
        } else {
            writer.string(text)
        }
    }
}

/// How a vendor says who it is.
///
/// A secret is never an argument, because every user of a machine can read the arguments of every process.
struct VendorOptions: ParsableArguments {
    static let identifierVariable = "JANGTEO_VENDOR_IDENTIFIER"
    static let secretVariable = "JANGTEO_VENDOR_SECRET"

    @Option(
        help: ArgumentHelp("The vendor's identifier. Default: $JANGTEO_VENDOR_IDENTIFIER.", valueName: "text"),
        completion: Completions.vendors
    )
    var identifier: String?

    @Option(
        help: ArgumentHelp(
            "A file with the vendor's secret that nobody else can read. Default: $JANGTEO_VENDOR_SECRET, else asked for.",
            valueName: "file"
        ),
        completion: .file()
    )
    var secretFile: String?

    /// The identifier that was given.
    ///
    /// - Throws: ``UsageError`` when there is none.
    func identifier(in session: Session) throws(UsageError) -> String {
        if let identifier { return identifier }
        if let identifier = session.settings.environment[Self.identifierVariable] { return identifier }
        throw UsageError("no vendor was given: name one with --identifier or \(Self.identifierVariable)")
    }

    /// The secret: from the file that was named, else from the environment, else from anyone who sits at the terminal.
    ///
    /// - Throws: ``UsageError`` when there is none, or others could have read it.
    func secret(in session: Session) async throws -> String {
        if let secretFile { return try SecretFile.read(secretFile) }
        if let secret = session.settings.environment[Self.secretVariable] { return secret }
        guard TerminalPrompt.isPossible else {
            throw UsageError(
                "there is no terminal to ask for the secret: give it with --secret-file or \(Self.secretVariable)"
            )
        }
        return try await TerminalPrompt.line(session.texts["ask_for_secret"], isHidden: true)
    }
}
