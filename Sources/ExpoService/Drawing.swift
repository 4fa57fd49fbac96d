import Cryptography
import ExpoDomain

/// One picture, ready to be sent.
enum Drawing {
    /// Its bytes and what they are.
    case ready(mediaType: String, bytes: [UInt8], sha256: String)
    /// There is one, of this many bytes, but no frame may carry it, or no room is left for it.
    case tooLarge(bytes: Int)

    init(mediaType: String, bytes: [UInt8]) {
        self = .ready(mediaType: mediaType, bytes: bytes, sha256: SHA256.hexadecimal(of: bytes.span))
    }
}

/// The formats a picture may have, in the order in which they are looked for.
enum DrawingFormat: String, CaseIterable {
    case svg, png, jpg, webp

    /// The media type that callers see.
    var mediaType: String {
        switch self {
        case .svg: "image/svg+xml"
        case .png: "image/png"
        case .jpg: "image/jpeg"
        case .webp: "image/webp"
        }
    }
}

/// The pictures that are part of the program.
enum BuiltInPictures {
    /// A picture by its name; `nil` when there is none.
    static func picture(_ name: ImageName) -> Drawing? {
        bytes(name.description).map { Drawing(mediaType: DrawingFormat.svg.mediaType, bytes: $0) }
    }

    private static func bytes(_ name: String) -> [UInt8]? {
        switch name {
        case "bangjja": PackageResources.bangjja_svg
        case "buddhism": PackageResources.buddhism_svg
        case "folds": PackageResources.folds_svg
        case "gayageum": PackageResources.gayageum_svg
        case "geomungo": PackageResources.geomungo_svg
        case "god": PackageResources.god_svg
        case "haegeum": PackageResources.haegeum_svg
        case "jikji": PackageResources.jikji_svg
        case "najeon": PackageResources.najeon_svg
        case "palman": PackageResources.palman_svg
        case "poster": PackageResources.poster_svg
        case "samguk": PackageResources.samguk_svg
        case "woodshoes": PackageResources.woodshoes_svg
        case "ywoonggo": PackageResources.ywoonggo_svg
        default: nil
        }
    }
}
