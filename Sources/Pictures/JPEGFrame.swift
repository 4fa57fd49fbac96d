/// The frame header of a JPEG.
struct JPEGFrame {
    let width: Int
    let height: Int
    /// Colours, each with its own resolution.
    let components: Int
    let isProgressive: Bool
    let isArithmetic: Bool
    /// Blocks of 8×8 samples in all components together.
    let blocks: Int

    /// Reads the segment behind the marker and the length.
    ///
    /// The marker says how it is coded: C0 and C1 Huffman, C2 that in several scans, C9 and CA the same arithmetically.
    /// Sides may be 0 or anything else; they are for the reader to check.
    ///
    /// - Throws: ``PictureError``, `damaged` or `unsupported`.
    init(_ segment: ArraySlice<UInt8>, marker: Int) throws(PictureError) {
        var cursor = FileCursor(segment)
        guard try cursor.byte() == 8 else {
            throw PictureError(.unsupported, "It is a JPEG with more than 8 bits for each sample.")
        }
        height = try cursor.bigEndian(2)
        width = try cursor.bigEndian(2)
        components = try cursor.byte()
        isProgressive = marker == 0xC2 || marker == 0xCA
        isArithmetic = marker >= 0xC9
        guard [1, 3, 4].contains(components) else {
            throw PictureError(.unsupported, "It is a JPEG of \(components) colours.")
        }
        var samplings: [(across: Int, down: Int)] = []
        for _ in 0..<components {
            try cursor.skip(1)
            let sampling = try cursor.byte()
            try cursor.skip(1)
            guard (1...4).contains(sampling >> 4), (1...4).contains(sampling & 15) else {
                throw PictureError(.damaged, "It says impossible resolutions of its colours.")
            }
            samplings.append((sampling >> 4, sampling & 15))
        }
        let across = samplings.map(\.across).max() ?? 1
        let down = samplings.map(\.down).max() ?? 1
        var blocks = 0
        for sampling in samplings {
            let columns = Self.parts(width * sampling.across, of: across * 8)
            let rows = Self.parts(height * sampling.down, of: down * 8)
            blocks += columns * rows
        }
        self.blocks = blocks
    }

    private static func parts(_ length: Int, of size: Int) -> Int { (length + size - 1) / size }
}
