package import WireJSON

/// The params of `market.products.register`; the pictures come as attachments.
package struct MarketProductsRegisterParams: RequestParams, Sendable, Hashable {
    /// Whose product it will be.
    package var credentials: MarketCredentials
    /// What its vendor filled in.
    package var form: MarketProductForm

    /// Creates params.
    package init(credentials: MarketCredentials, form: MarketProductForm) {
        self.credentials = credentials
        self.form = form
    }

    /// Reads the params.
    ///
    /// Members of the form that have to be there are not asked for here: see ``MarketProductForm``.
    package init(from reader: inout ParamsReader) {
        credentials = MarketCredentials(from: &reader)
        form = MarketProductForm(from: &reader, isChange: false)
    }

    /// Writes the params.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", credentials.identifier)
        writer.member("secret", credentials.secret)
        form.writeMembers(to: &writer)
        writer.endObject()
    }
}
