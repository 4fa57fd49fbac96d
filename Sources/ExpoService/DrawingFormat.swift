/// The formats a picture may have, in the order in which they are looked for.
enum DrawingFormat: String, CaseIterable {
    case svg, png, jpg, webp

    /// The media type that callers are told.
    var mediaType: String {
        switch self {
        case .svg: "image/svg+xml"
        case .png: "image/png"
        case .jpg: "image/jpeg"
        case .webp: "image/webp"
        }
    }
}
