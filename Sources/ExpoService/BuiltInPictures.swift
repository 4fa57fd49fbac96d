import ExpoDomain

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
