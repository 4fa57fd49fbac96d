/// The name of a picture that is safe to become a file name.
///
/// A picture is a file `<name>.svg` (or another ending) in one folder. A name that could leave the folder is not an
/// image name, whether it came from someone who asks or from a data file.
package struct ImageName: Hashable, Sendable, CustomStringConvertible {
    /// The longest name, in bytes of UTF-8: file systems allow 255 with the ending.
    package static let maxBytes = 100
    /// The name of the picture of the exposition itself.
    package static let poster = ImageName(unchecked: "poster")

    /// The name as it was given.
    package let description: String

    /// Accepts a name.
    ///
    /// - Parameter name: 1 to ``maxBytes`` bytes without `/`, `\` and control characters, not beginning with a dot.
    /// - Throws: ``ExpoError`` with code `invalidImageName`.
    package init(_ name: String) throws(ExpoError) {
        guard !name.isEmpty else {
            throw ExpoError(.invalidImageName, "An image name is not empty.")
        }
        guard name.utf8.count <= Self.maxBytes else {
            throw ExpoError(.invalidImageName, "An image name has at most \(Self.maxBytes) bytes.")
        }
        // By scalar: a slash that carries a combining mark is another Character, and the same byte in a path.
        guard name.unicodeScalars.first != "." else {
            throw ExpoError(.invalidImageName, "An image name does not begin with a dot.")
        }
        for scalar in name.unicodeScalars
        where scalar == "/" || scalar == "\\" || scalar.properties.generalCategory == .control {
            throw ExpoError(.invalidImageName, "An image name contains no path and no control characters.")
        }
        self.init(unchecked: name)
    }

    private init(unchecked name: String) {
        description = name
    }
}
