/// How the stored rows and columns of a picture lie when it is upright: the eight values of the EXIF tag.
package enum PictureOrientation: UInt8, Sendable, Hashable, CaseIterable {
    /// As stored.
    case upright = 1
    /// Left and right are exchanged.
    case mirrored
    /// Turned by 180 degrees.
    case turnedAround
    /// Top and bottom are exchanged.
    case flipped
    /// Rows are columns: mirrored along the diagonal from the upper left.
    case transposed
    /// To be turned by 90 degrees clockwise.
    case turnedLeft
    /// Rows are columns: mirrored along the diagonal from the upper right.
    case transversed
    /// To be turned by 90 degrees counterclockwise.
    case turnedRight

    /// Whether the upright picture is as wide as the stored one is high.
    package var exchangesSides: Bool { rawValue >= Self.transposed.rawValue }
}
