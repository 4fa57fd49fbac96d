/// A generation of the open-market API: the same requests, and answers of another form.
enum OpenMarketGeneration: CaseIterable {
    /// Under the plain paths.
    case third
    /// Under paths of its own.
    case second

    private static let prefix = "openmarket."

    var base: String { self == .second ? "/v2" : "" }

    /// What its operations' names end with.
    var suffix: String { self == .second ? ".second" : "" }

    /// The content with the schemas of this generation in the place of those that are the third's.
    func content(_ value: JSONValue, _ contract: Contract) -> JSONValue {
        guard self == .second else { return value }
        switch value {
        case .object(let members):
            if let name = value["$ref"]?.string, let second = Self.second(of: name, contract) {
                return Contract.reference(to: second)
            }
            return .object(members.map { .init(name: $0.name, value: content($0.value, contract)) })
        case .array(let elements): return .array(elements.map { content($0, contract) })
        default: return value
        }
    }

    private static func second(of reference: String, _ contract: Contract) -> String? {
        guard let name = Contract.schemaName(of: reference), name.hasPrefix(prefix) else { return nil }
        let second = "openmarket.second.\(name.dropFirst(prefix.count))"
        return contract.schemas[second] == nil ? nil : second
    }
}
