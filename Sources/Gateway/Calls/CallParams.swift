internal import WireJSON

/// The params of a call as somebody typed them.
enum CallParams {
    /// Checks params and takes the blanks out of them.
    ///
    /// - Parameter text: JSON; `nil` for none.
    /// - Returns: One JSON object; `nil` for none.
    /// - Throws: ``UsageError`` when it is not a JSON object. How large it may be is for others to say.
    static func parse(_ text: [UInt8]?) throws(UsageError) -> [UInt8]? {
        guard let text else { return nil }
        let node: JSONNode
        do {
            node = try JSONReader(limits: .unhurried).read(text)
        } catch {
            throw UsageError("the params are not valid JSON: \(error)")
        }
        guard node.kind == .object else {
            throw UsageError("the params must be a JSON object, such as '{\"juice\":\"mango\"}'")
        }
        return node.jsonText
    }
}

extension JSONLimits {
    /// For what was typed here or came as the reply that was asked for: as large as a message gets, and no stricter.
    static let unhurried = JSONLimits(bytes: 1 << 20, depth: 512, members: 1 << 20)
}
