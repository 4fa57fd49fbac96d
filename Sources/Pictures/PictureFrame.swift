/// The first frame of a picture, in its bytes and on its canvas.
struct PictureFrame: Sendable, Hashable {
    /// Where its bytes are, from the start of the file.
    let bytes: Range<Int>
    /// Whether its colours are compressed without loss; alpha always is.
    let isLossless: Bool
    /// How many of them are compressed without loss, so that the decoder holds all pixels at once.
    let losslessBytes: Int
    /// Columns left of it.
    let x: Int
    /// Rows above it.
    let y: Int
    let width: Int
    let height: Int
}
