internal import Messages
internal import WireJSON

/// One line of a batch: a request in the shape of the wire, or why it is none.
struct BatchLine: Sendable {
    /// Its number in the input, from 1.
    let number: Int
    /// What the line called itself, as it was written: a string or an integer.
    let id: [UInt8]?
    let content: Result<BatchRequest, UsageError>

    /// Reads a line.
    ///
    /// - Parameter isCut: Whether the line was longer than any request, and so is not all there.
    init(_ number: Int, _ text: [UInt8], isCut: Bool) {
        self.number = number
        guard !isCut else {
            id = nil
            content = .failure(UsageError("the line is longer than any request may be"))
            return
        }
        let node: JSONNode
        do throws(JSONError) {
            node = try JSONReader(limits: .unhurried).read(text)
        } catch {
            id = nil
            content = .failure(UsageError("the line is not valid JSON: \(error.message)"))
            return
        }
        let name = node["id"]
        id = name?.kind == .string || name?.kind == .integer ? name?.jsonText : nil
        content = Result { () throws(UsageError) in try BatchRequest(node) }
    }
}
