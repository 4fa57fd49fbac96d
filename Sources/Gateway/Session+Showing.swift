internal import ArgumentParser
internal import Messages
internal import Terminal
internal import WireJSON
internal import WorkerClient

extension Session {
    /// Writes lines for people, or with `--json` a document.
    func show(_ lines: @autoclosure () -> [String], or document: @autoclosure () -> [UInt8]) throws(OutputError) {
        if settings.isJSON { try output.write(bytes: document()) } else { try output.write(lines()) }
    }

    func show(_ table: @autoclosure () -> Table, or document: @autoclosure () -> [UInt8]) throws(OutputError) {
        try show(table().lines(output.palette, columns: output.columns), or: document())
    }

    /// Writes lines for people, or with `--json` an object.
    ///
    /// - Parameter notes: What people are told besides, on standard error.
    func show(
        _ lines: @autoclosure () -> [String],
        noting notes: @autoclosure () -> [String] = [],
        orObject members: (inout JSONWriter) -> Void
    ) throws(OutputError) {
        var writer = JSONWriter()
        writer.beginObject()
        members(&writer)
        writer.endObject()
        try show(lines(), or: writer.bytes)
        if !settings.isJSON { output.note(notes()) }
    }

    /// Writes the result of a call: with `--json` as it came, else as `show` does.
    ///
    /// - Throws: ``CallFailure`` when it is not what the method promises.
    func showResult<Value>(
        _ result: [UInt8],
        of method: String,
        by caller: ServiceCaller,
        as read: (JSONNode) -> Value?,
        with show: (Value) throws -> Void
    ) throws {
        if settings.isJSON {
            try output.write(bytes: result)
        } else {
            try show(caller.decode(result, of: method, as: read))
        }
    }

    /// Makes a read, and writes its result.
    func showResult<Value>(
        of method: String,
        at service: ServiceName,
        params: [UInt8]? = nil,
        as read: (JSONNode) -> Value?,
        with show: (Value) throws -> Void
    ) async throws -> ExitReason {
        try await withCaller(of: service) { caller in
            let reply = try await caller.read(method, with: params)
            try showResult(reply.result, of: method, by: caller, as: read, with: show)
            return .ok
        }
    }

    /// Writes a page of a list, and says how to get the next one.
    ///
    /// - Parameters:
    ///   - next: The cursor of the next page; `nil` for the last.
    ///   - none: The key of what is said where there are no rows.
    func showPage<Row>(_ rows: [Row], next: String?, none: String, as table: ([Row]) -> Table) throws(OutputError) {
        if rows.isEmpty { output.note(texts[none]) } else { try output.write(table(rows)) }
        if let next { output.note(more(setting: "--after", to: next)) }
    }

    func noteError(_ text: String) {
        output.note(texts.heading(text, palette: output.notePalette))
    }

    func warn(_ text: String) {
        output.note("\(output.notePalette.paint(texts["warning"], .warning)) \(text)")
    }

    func note(_ failure: CallFailure) {
        output.note(texts.lines(failure, palette: output.notePalette))
    }
}

/// Which page of a list to show.
struct PageOptions: ParsableArguments {
    @Option(help: "The number of rows to show, 1 to 100.")
    var limit = 20

    @Option(help: ArgumentHelp("The cursor that the previous page ended with.", valueName: "cursor"))
    var after: String?
}

struct ServicesOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("The services to ask. Default: all.", valueName: "service,…"),
        completion: Completions.serviceLists,
        transform: { try ServiceList(parsing: $0) }
    )
    var to = ServiceList.all
}
