/// The result of `market.images.get`: what the attachment frame behind it is.
package struct MarketPicture: SuiteMessage {
    package var id = 0
    package var isThumbnail = false
    package var mediaType = ""
    package var width = 0
    package var height = 0
    package var size = 0
    package var sha256 = ""

    package init() {}

    package mutating func members(_ members: inout Members) {
        members("id", &id, .id, "The picture.")
        members("thumbnail", &isThumbnail, .boolean, "Whether this is its thumbnail.")
        members("media_type", &mediaType, .text(), "What the frame holds.")
        members("width", &width, .integer(in: 1...8_000), "In pixels.")
        members("height", &height, .integer(in: 1...8_000), "In pixels.")
        members("size", &size, .integer(in: 1...1_048_576), "The bytes of the frame.")
        members("sha256", &sha256, .text(bytes: 64...64), "The SHA-256 of the frame, in hexadecimal digits.")
    }
}
