extension [UInt8] {
    /// The same with other bytes at a place.
    func replacing(at index: Int, with bytes: [UInt8]) -> [UInt8] {
        var copy = self
        copy.replaceSubrange(index..<index + bytes.count, with: bytes)
        return copy
    }

    /// Where some bytes occur first.
    func firstIndex(of bytes: [UInt8]) -> Int? {
        indices.first { self[$0...].starts(with: bytes) }
    }
}
