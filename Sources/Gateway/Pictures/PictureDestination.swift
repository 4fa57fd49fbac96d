internal import ArgumentParser
internal import Platform
internal import Terminal

/// Where a picture is to go: the options that every command with a picture has.
struct PictureDestination: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    func validate() throws {
        if output?.isEmpty == true { throw UsageError("--output must name a file") }
    }

    /// Refuses options that exclude each other.
    func validate(with global: GlobalOptions) throws {
        if output == "-", global.json { throw UsageError("--json and --output - cannot be used together") }
    }

    /// Refuses a picture on a terminal, before it is asked for.
    func check(in session: Session) throws(UsageError) {
        if output == "-", session.output.isTerminal {
            throw UsageError(
                "a picture cannot be shown in a terminal; redirect standard output, or name a file with --output"
            )
        }
    }

    /// Puts a picture there.
    ///
    /// - Parameters:
    ///   - name: What its file is called where nobody named one, without an ending.
    ///   - document: What a program gets on standard output next to the file.
    func put(
        _ bytes: [UInt8],
        name: String,
        mediaType: String,
        document: [UInt8],
        in session: Session
    ) throws {
        guard let path = try path(named: name, mediaType: mediaType, in: session) else {
            try session.output.write(raw: bytes)
            return
        }
        try PictureFile.write(bytes, to: path, isReplacing: force)
        if session.settings.isJSON { try session.output.write(bytes: document) }
        session.output.note(session.texts.written(path, bytes: bytes.count, mediaType: mediaType))
        if let format = PictureFile.format(mediaType, unlike: path) {
            session.output.note(session.texts.otherFormat(path, format: format))
        }
    }

    /// The file to write; `nil` for standard output.
    private func path(named name: String, mediaType: String, in session: Session) throws(UsageError) -> String? {
        if let output { return output == "-" ? nil : output }
        guard session.output.isTerminal || session.settings.isJSON else { return nil }
        return try PictureFile.name(of: name, mediaType: mediaType)
    }
}
