/// A frame that goes with a request, and the file that it came from.
struct Attachment: Sendable, Hashable {
    let bytes: [UInt8]
    /// The absolute path of the file; `nil` when it came from none.
    let path: String?
}
