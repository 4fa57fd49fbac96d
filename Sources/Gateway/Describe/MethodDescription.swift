internal import Messages
internal import Platform
internal import Terminal
internal import WireJSON

/// What a service's OpenRPC document says about one method.
struct MethodDescription {
    let name: String
    /// The whole document, for its references.
    private let schemas: SchemaText
    private let method: JSONNode

    /// Looks for a method.
    ///
    /// - Returns: `nil` when the document has none of this name.
    init?(_ name: String, in document: JSONNode) {
        let found = document["methods"]?.elements.first { $0["name"]?.string == name }
        guard let found else { return nil }
        self.name = name
        schemas = SchemaText(document: document)
        method = found
    }

    /// The method of the document, every reference in it replaced by what it leads to.
    var document: [UInt8] {
        var writer = JSONWriter()
        schemas.write(method, to: &writer)
        return writer.bytes
    }

    /// The params of its example as one JSON object, without an example the names of those it needs; `nil` when it needs none.
    private var exampleParams: String? {
        guard let params = method["examples"]?[0]?["params"] else {
            let needed = method["params"]?.elements.filter { $0["required"]?.boolean == true } ?? []
            let names = needed.compactMap { $0["name"]?.string }.map { "\"\($0)\": …" }
            return names.isEmpty ? nil : "{\(names.joined(separator: ", "))}"
        }
        var writer = JSONWriter()
        writer.beginObject()
        for param in params.elements {
            guard let name = param["name"]?.string, let value = param["value"] else { continue }
            writer.name(name)
            writer.value(value)
        }
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The command that makes the call of the example.
    ///
    /// - Parameter service: Where the method does not name it, the service to ask.
    func command(_ program: String, to service: ServiceName) -> String {
        let isNamed = name.hasPrefix(service.rawValue + ".")
        let params = exampleParams.flatMap { $0 == "{}" ? nil : " " + RepeatCommand.quoted($0) } ?? ""
        return "\(program) call \(name)\(params)" + (isNamed ? "" : " --to \(service.rawValue)")
    }

    func lines(in texts: Texts, to service: ServiceName, columns: Int?, palette: Palette) -> [String] {
        let kind = method["x-kind"]?.string.map { texts[optional: "method_\($0)"] ?? $0 }
        let role = method["x-role"]?.string.map { texts("for_role", role: $0) }
        let facts = [kind, role].compactMap(\.self).joined(separator: ", ")
        var lines = [palette.paint(name, .strong) + (facts.isEmpty ? "" : "  (\(facts.printable))")]
        let summary = texts.translated(method["summary"])
        lines += WrappedText.lines(summary, columns: columns ?? TerminalSize.usual.columns)
        lines += [""] + params(in: texts, columns: columns, palette: palette)
        lines += section(texts["column_result"], palette: palette, schema: method["result"]?["schema"])
        lines += errors(in: texts, columns: columns, palette: palette)
        lines += ["", palette.paint(texts["column_example"], .strong), command(texts.program, to: service)]
        // The one method that needs attachments, which its schema cannot say.
        if name == MarketMethod.productsRegister.name { lines.append(texts["pictures_by_register"]) }
        if let value = method["examples"]?[0]?["result"]?["value"] {
            lines += PrettyJSON.text(value).split(separator: "\n").map(String.init)
        }
        return lines
    }

    private func params(in texts: Texts, columns: Int?, palette: Palette) -> [String] {
        guard let params = method["params"], params.count > 0 else { return [texts["no_params"]] }
        let table = texts.table(
            of: Array(params.elements),
            dropping: [3],
            .init("param", .whole) { .init($0["name"]?.string ?? "", .strong) },
            .init("type", .left) { .init($0["schema"].map(schemas.text) ?? "") },
            .init("required_param", .whole) { .init(texts[$0["required"]?.boolean == true ? "yes" : "no"]) },
            .init("meaning", .left) { .init(texts.translated($0["summary"])) }
        )
        return table.lines(palette, columns: columns)
    }

    private func section(_ title: String, palette: Palette, schema: JSONNode?) -> [String] {
        guard let schema = schema.map(schemas.resolved) else { return [] }
        let heading = ["", palette.paint(title, .strong)]
        // What is named elsewhere, such as an order, stands in an allOf.
        let parts = [schema] + (schema["allOf"]?.elements.map(schemas.resolved) ?? [])
        guard let members = parts.lazy.compactMap({ $0["properties"] }).first, members.count > 0 else {
            return heading + [schemas.text(schema).printable]
        }
        return heading + members.members.map { "\($0.name): \(schemas.text($0.value))".printable }
    }

    private func errors(in texts: Texts, columns: Int?, palette: Palette) -> [String] {
        guard let errors = method["errors"], errors.count > 0 else { return [] }
        let table = texts.table(
            of: errors.elements.map {
                (error: schemas.resolved($0), reason: schemas.resolved($0)["data"]?["reason"]?.string ?? "")
            },
            dropping: [2],
            .init("code", .right) { .init($0.error["code"].map(\.compactText) ?? "") },
            .init("reason", .whole) { .init($0.reason) },
            .init("meaning", .left) {
                .init(ErrorReason.ofSuite($0.reason).map(texts.meaning) ?? $0.error["message"]?.string ?? "")
            }
        )
        return [""] + table.lines(palette, columns: columns)
    }
}

extension Texts {
    /// A sentence of a document in the reader's language where the suite has it; those of others stay as they are.
    func translated(_ sentence: JSONNode?) -> String {
        let text = sentence?.string ?? ""
        return self[optional: text] ?? text
    }
}
