internal import CPictures

/// What the chunks before the pixels of a PNG say of its colours, the strongest first (PNG, third edition, 4.3).
struct PNGColors {
    private var codes: ColorDescription?
    private var profile: ICCProfile?
    private var hasProfile = false
    private var isSRGB = false
    private var gamma: Double?
    private var places: [Double]?

    /// Takes a chunk.
    ///
    /// Of several of a kind the first counts, and one that makes no sense not at all.
    mutating func take(_ name: String, data: ArraySlice<UInt8>) throws(PictureError) {
        var cursor = FileCursor(data)
        switch name {
        case "cICP" where codes == nil && data.count == 4:
            let primaries = try cursor.byte()
            let transfer = try cursor.byte()
            // Red, green and blue of the full range, the only ones that a PNG may have.
            guard try cursor.byte() == 0, try cursor.byte() == 1 else { return }
            codes = ColorDescription(primaries: primaries, transfer: transfer)
        case "iCCP" where !hasProfile:
            // Only one is unpacked, whatever is in it: a file can hold many that come to nothing.
            hasProfile = true
            // A name of 1 to 79 bytes, a zero, the only method of compression, and the profile.
            guard let end = data.prefix(80).firstIndex(of: 0), data.endIndex - end > 2, data[end + 1] == 0 else {
                return
            }
            profile = Self.inflated(Array(data[(end + 2)...])).flatMap { ICCProfile($0[...]) }
        case "sRGB": isSRGB = true
        case "gAMA" where gamma == nil && data.count == 4:
            let value = Double(try cursor.bigEndian(4)) / 100_000
            // What is beyond was written by mistake: it would make everything black or white.
            if (0.1...10).contains(value) { gamma = value }
        case "cHRM" where places == nil && data.count == 32:
            var values: [Double] = []
            for _ in 0..<8 { values.append(Double(try cursor.bigEndian(4)) / 100_000) }
            let isPlausible = values.enumerated().allSatisfy { $1 <= 1 && ($0 % 2 == 0 || $1 > 0) }
            if isPlausible { places = values }
        default: break
        }
    }

    /// What counts; `nil` for sRGB, and when nothing is said.
    ///
    /// - Parameter space: The kind of samples that the picture has.
    func colors(of space: ICCProfile.Space) -> PictureColors? {
        if let codes { return codes.isSRGB ? nil : .described(codes) }
        if let profile, profile.space == space { return .profile(profile) }
        // Places of primaries without a curve are not followed by browsers either.
        guard !isSRGB, let gamma else { return nil }
        let description = ColorDescription(places: places ?? ColorDescription.places709, transfer: .power(1 / gamma))
        return .described(description)
    }

    private static func inflated(_ packed: [UInt8]) -> [UInt8]? {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: ICCProfile.maxBytes) { output, count in
            guard let address = output.baseAddress else { return }
            count = unsafe CPictures_inflate(packed, packed.count, address, output.count)
        }
        return bytes.isEmpty ? nil : bytes
    }
}
