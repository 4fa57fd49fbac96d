package import WireJSON

/// The params of `market.images.get`: a picture by its number, or by the reference that an answer held.
package struct MarketImagesGetParams: RequestParams, Sendable, Hashable {
    /// The picture.
    package var reference: MarketImageReference

    /// Creates params.
    package init(reference: MarketImageReference) {
        self.reference = reference
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        let given = ["id", "url"].filter { reader.member($0) != nil }
        let isThumbnail = reader.boolean("thumbnail", absent: false)
        switch given {
        case ["id"]:
            reference = MarketImageReference(id: reader.integer("id", in: 1...Int.max), isThumbnail: isThumbnail)
        case ["url"]:
            let text = reader.string("url", longest: MarketImageReference.longest)
            let known = MarketImageReference(text)
            if known == nil, !text.isEmpty {
                reader.violate("url", reason: .malformed, detail: "url must be a reference that an answer held")
            }
            reference = MarketImageReference(id: known?.id ?? 1, isThumbnail: known?.isThumbnail ?? isThumbnail)
        default:
            // No member is more at fault than another, so the pointer is that of the params themselves.
            reader.violate(
                reason: given.isEmpty ? .required : .malformed,
                detail: "exactly one of id and url is required"
            )
            reference = MarketImageReference(id: 1)
        }
    }

    /// Writes the params.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", reference.id)
        writer.member("thumbnail", reference.isThumbnail)
        writer.endObject()
    }
}
