internal import HTTPTypes
internal import Messages
internal import WireJSON

/// What a client fills in for a product, as the market takes it.
///
/// Clients write numbers as texts, with all digits of a double, and `null` for what they leave as it is. Whatever else is wrong goes on as it came, so
/// that the market says it together with all other faults.
enum OpenMarketForm {
    private enum Kind {
        case text
        case number
        case integer
    }

    /// Reads an object.
    ///
    /// - Throws: ``Problem`` when it is none.
    static func read(_ bytes: ArraySlice<UInt8>, called name: String) throws(Problem) -> JSONNode {
        let node: JSONNode
        do throws(JSONError) {
            node = try JSONReader().read(Array(bytes))
        } catch {
            throw Problem(RPCError(error))
        }
        guard node.kind == .object else { throw Problem(.badRequest, "\(name) has to be one JSON object") }
        return node
    }

    /// Writes the params of a method: who asks, which product, and with `isProduct` what was filled in.
    ///
    /// - Throws: ``Problem`` when the description is there under the names of both generations, and not the same.
    static func params(
        _ node: JSONNode,
        identifier: String?,
        id: Int? = nil,
        isProduct: Bool = true
    ) throws(Problem) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        if let identifier { writer.member("identifier", identifier) }
        if let id { writer.member("id", id) }
        write(node["secret"], as: "secret", kind: .text, to: &writer)
        if isProduct {
            write(node["name"], as: "name", kind: .text, to: &writer)
            write(try description(node), as: "description", kind: .text, to: &writer)
            write(node["currency"], as: "currency", kind: .text, to: &writer)
            write(node["price"], as: "price", kind: .number, to: &writer)
            write(node["discounted_price"], as: "discounted_price", kind: .number, to: &writer)
            write(node["stock"], as: "stock", kind: .integer, to: &writer)
            write(node["thumbnail_id"], as: "thumbnail_id", kind: .integer, to: &writer)
        } else if let keep = node["keep"] {
            // Only where pictures are replaced, for which null is no list; anything else passes over it.
            writer.name("keep")
            writer.value(keep)
        }
        writer.endObject()
        return writer.bytes
    }

    /// What is said about the product, under the name of either generation.
    private static func description(_ node: JSONNode) throws(Problem) -> JSONNode? {
        let descriptions = [node["description"], node["descriptions"]].compactMap(\.self).filter { !$0.isNull }
        guard Set(descriptions.map(\.string)).count < 2 else {
            throw Problem(RPCError(.invalidParams, "description and descriptions are the same thing, and differ"))
        }
        return descriptions.first
    }

    private static func write(_ node: JSONNode?, as name: StaticString, kind: Kind, to writer: inout JSONWriter) {
        guard let node, !node.isNull else { return }
        writer.name(name)
        guard kind != .text, let text = number(node).map(ShortestDecimal.text) else { return writer.value(node) }
        writer.number(kind == .integer ? withoutFraction(text) : text)
    }

    /// The text of a number, written as one or as a text; `nil` for anything else.
    private static func number(_ node: JSONNode) -> String? {
        if let text = node.numberText { return text }
        guard let text = node.string, let read = try? JSONReader().read(text) else { return nil }
        return read.numberText
    }

    /// `5` for `5.0`: clients hold whole numbers in variables of any kind.
    private static func withoutFraction(_ text: String) -> String {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].allSatisfy({ $0 == "0" }) else { return text }
        return String(parts[0])
    }
}
