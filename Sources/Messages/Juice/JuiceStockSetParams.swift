package import WireJSON

/// The params of `juice.stock.set`.
package struct JuiceStockSetParams: RequestParams, Sendable, Hashable {
    /// What the caller believes the version to be.
    package enum ExpectedVersion: Sendable, Hashable {
        /// The whole stock's.
        case stock(Int)
        /// Some fruits', by key.
        case fruits([String: Int])
    }

    /// The new quantity of each fruit, 0…1 000 000 000.
    package var levels: [String: Int]
    /// Refuse unless this still holds; `nil` to set regardless.
    package var expectedVersion: ExpectedVersion?

    /// Creates params.
    package init(levels: [String: Int], expectedVersion: ExpectedVersion? = nil) {
        self.levels = levels
        self.expectedVersion = expectedVersion
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        levels = reader.integers("levels", in: 0...1_000_000_000)
        switch reader.member("expectedVersion")?.kind {
        case .none:
            break
        case .object:
            expectedVersion = .fruits(reader.integers("expectedVersion", in: 1...Int.max))
        default:
            expectedVersion = .stock(reader.integer("expectedVersion", in: 1...Int.max))
        }
    }

    /// Writes the params, sorted, so that a repeated call is the same text.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("levels", sorted: levels)
        switch expectedVersion {
        case .none: break
        case .stock(let version): writer.member("expectedVersion", version)
        case .fruits(let versions): writer.member("expectedVersion", sorted: versions)
        }
        writer.endObject()
    }
}
