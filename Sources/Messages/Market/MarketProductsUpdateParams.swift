package import WireJSON

/// The params of `market.products.update`.
package struct MarketProductsUpdateParams: RequestParams, Sendable, Hashable {
    /// Who changes it.
    package var credentials: MarketCredentials
    /// The product.
    package var id: Int
    /// What shall be different.
    package var form: MarketProductForm

    /// Creates params.
    package init(credentials: MarketCredentials, id: Int, form: MarketProductForm) {
        self.credentials = credentials
        self.id = id
        self.form = form
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        credentials = MarketCredentials(from: &reader)
        id = reader.integer("id", in: 1...Int.max)
        form = MarketProductForm(from: &reader, isChange: true)
    }

    /// Writes the params.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", credentials.identifier)
        writer.member("id", id)
        writer.member("secret", credentials.secret)
        form.writeMembers(to: &writer)
        writer.endObject()
    }
}
