/// A colour profile that comes in segments of a JPEG (ICC.1, annex B.4): each says which it is, from 1, and of how many.
struct JPEGProfile {
    static let mark = Array("ICC_PROFILE".utf8) + [0]
    private var parts: [Int: ArraySlice<UInt8>] = [:]
    private var count: Int?
    private var isBroken = false

    /// Takes a segment of the marker APP2, of which others make use, too.
    mutating func take(_ segment: ArraySlice<UInt8>) {
        guard segment.starts(with: Self.mark), segment.count >= Self.mark.count + 2 else { return }
        let data = segment.dropFirst(Self.mark.count)
        let (number, count) = (Int(data[data.startIndex]), Int(data[data.startIndex + 1]))
        isBroken = isBroken || parts[number] != nil || (self.count ?? count) != count
        self.count = count
        parts[number] = data.dropFirst(2)
    }

    /// The profile, when all its segments are there once, in whatever order.
    var profile: ICCProfile? {
        guard let count, count > 0, parts.count == count, !isBroken else { return nil }
        let ordered = (1...count).compactMap { parts[$0] }
        return ordered.count == count ? ICCProfile(ArraySlice(ordered.joined())) : nil
    }
}
