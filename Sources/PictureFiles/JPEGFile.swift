/// A JPEG in a file that may go on behind it: phones put the film of a motion photo there.
package enum JPEGFile {
    /// Where the picture ends: pictures that follow it (CIPA DC-007) and films do not belong to it.
    ///
    /// - Returns: The position behind its end marker; `nil` when it is no JPEG, or ends before its marker.
    package static func end(of bytes: [UInt8]) -> Int? {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var position = 2
        while let mark = bytes[position...].firstIndex(of: 0xFF),
            let code = bytes[mark...].firstIndex(where: { $0 != 0xFF })
        {
            switch bytes[code] {
            case 0xD9: return code + 1
            // Pixels with the value 0xFF, and markers without a length.
            case 0x00, 0x01, 0xD0...0xD8: position = code + 1
            default:
                guard code + 2 < bytes.count else { return nil }
                let length = Int(bytes[code + 1]) << 8 | Int(bytes[code + 2])
                position = code + 1 + length
                guard length >= 2, position < bytes.count else { return nil }
            }
        }
        return nil
    }

    /// The picture without what lies behind its end; the bytes as they are when they are no whole JPEG.
    package static func still(of bytes: [UInt8]) -> [UInt8] {
        guard let end = end(of: bytes), end < bytes.count else { return bytes }
        return Array(bytes[..<end])
    }
}
