/// How far an upload has come, as one line on a terminal.
struct UploadProgress: Sendable {
    private static let width = 20

    /// How many pictures are sent.
    let pictures: Int
    /// How many bytes they have.
    let bytes: Int

    /// The line some time after the sending began.
    ///
    /// A request is one message, so how much of it has arrived cannot be seen: a block moves until the answer comes.
    ///
    /// - Parameters:
    ///   - tick: How often the line was drawn before.
    ///   - columns: How wide the terminal is.
    func line(tick: Int, _ texts: Texts, columns: Int) -> String {
        let place = tick % (2 * Self.width)
        let start = place < Self.width ? place : 2 * Self.width - 1 - place
        let bar = (0..<Self.width).map { abs($0 - start) <= 1 ? "█" : "░" }.joined()
        return DisplayWidth.truncate("\(bar) \(texts.uploading(pictures: pictures, bytes: bytes))", to: columns - 1)
    }
}
