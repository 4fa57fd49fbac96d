extension KeptParts {
    /// Frames with what precedes each, and of the blocks of applications the loop and the colour profile.
    static func gif(_ bytes: [UInt8]) throws(PictureError) -> [UInt8] {
        var cursor = FileCursor(bytes[10...])
        let flags = try cursor.byte()
        try cursor.skip(2)
        try PictureHeader.skipColors(flags, in: &cursor)
        var kept = Array(bytes[..<cursor.position])
        // How the next frame is to be drawn: a text takes it away, as it would be drawn so instead.
        var control: ArraySlice<UInt8> = []
        while true {
            let start = cursor.position
            switch try cursor.byte() {
            case 0x21:
                let kind = try cursor.byte()
                let application = kind == 0xFF ? try name(cursor) : nil
                try PictureHeader.skipBlocks(&cursor)
                let block = bytes[start..<cursor.position]
                switch (kind, application) {
                case (0xF9, _): control = block
                case (0x01, _): control = []
                case (0xFF, "NETSCAPE2.0"), (0xFF, "ANIMEXTS1.0"), (0xFF, "ICCRGBG1012"): kept += block
                default: break
                }
            case 0x2C:
                try cursor.skip(8)
                try PictureHeader.skipColors(try cursor.byte(), in: &cursor)
                try cursor.skip(1)
                try PictureHeader.skipBlocks(&cursor)
                kept += control + bytes[start..<cursor.position]
                control = []
            default: return kept + [0x3B]
            }
        }
    }

    /// The name of an application in the first of its blocks.
    private static func name(_ cursor: FileCursor) throws(PictureError) -> String {
        var cursor = cursor
        return String(decoding: try cursor.take(try cursor.byte()), as: UTF8.self)
    }
}
