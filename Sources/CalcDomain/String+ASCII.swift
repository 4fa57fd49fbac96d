extension String {
    /// A text of ASCII that is written in place.
    /// - Parameters:
    ///   - count: its bytes, exactly, so that a short text needs no memory of its own.
    ///   - write: appends that many.
    init(asciiCount count: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        self.init(unsafeUninitializedCapacity: count) { buffer in
            var text = OutputSpan(buffer: buffer, initializedCount: 0)
            write(&text)
            return text.finalize(for: buffer)
        }
    }
}
