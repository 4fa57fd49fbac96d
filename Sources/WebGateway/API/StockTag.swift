internal import HTTPTypes

/// The entity tag of the stock: the epoch and the version, so that an editor can say which stock it has seen.
enum StockTag {
    /// Reads `If-Match`: `"EPOCH/VERSION"`, `"VERSION"`, or `*` for whatever there is.
    ///
    /// - Returns: `nil` when nothing is asked for.
    /// - Throws: ``Problem`` when it cannot be a tag of the stock.
    static func version(_ field: String?) throws(Problem) -> (epoch: String?, version: Int)? {
        guard let field, field != "*" else { return nil }
        let tag =
            field.hasPrefix("\"") && field.hasSuffix("\"") && field.count > 2
            ? field.dropFirst().dropLast() : field[...]
        let parts = tag.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let last = parts.last, let version = Int(last), version > 0,
            last == String(version)
        else {
            throw Problem(.preconditionFailed, "If-Match is \(field), which is no version of the stock")
        }
        return (parts.count == 2 ? String(parts[0]) : nil, version)
    }
}
