internal import ArgumentParser

/// How a vendor says who it is.
///
/// A secret is never an argument, because every user of a machine can read the arguments of every process.
struct VendorOptions: ParsableArguments {
    static let identifierVariable = "JANGTEO_VENDOR_IDENTIFIER"
    static let secretVariable = "JANGTEO_VENDOR_SECRET"

    @Option(help: ArgumentHelp("The vendor's identifier. Default: $JANGTEO_VENDOR_IDENTIFIER.", valueName: "text"))
    var identifier: String?

    @Option(
        help: ArgumentHelp(
            "A file with the vendor's secret, which nobody else may read. Default: $JANGTEO_VENDOR_SECRET, else asked for.",
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
        throw UsageError("which vendor? Name it with --identifier or \(Self.identifierVariable)")
    }

    /// The secret: from the file that was named, else from the environment, else from whoever sits at the terminal.
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
        return try await TerminalPrompt.line(session.texts.askForSecret, isHidden: true)
    }
}
