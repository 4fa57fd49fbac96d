internal import CPictures

/// What the stored samples of a picture mean, where it says that they are not those of sRGB.
enum PictureColors: Sendable, Hashable {
    /// As a profile says.
    case profile(ICCProfile)
    /// As numbers say, for red, green and blue.
    case described(ColorDescription)

    /// Calls a function with what C is to know.
    func withDescription<Value>(_ body: (CPictures_Colors) -> Value) -> Value {
        switch self {
        case .profile(let profile):
            unsafe profile.bytes.withUnsafeBufferPointer { bytes in
                var colors = unsafe CPictures_Colors()
                unsafe colors.profile = bytes.baseAddress
                unsafe colors.profileBytes = bytes.count
                return unsafe body(colors)
            }
        case .described(let description): unsafe body(description.colors)
        }
    }
}

/// Colours in numbers.
struct ColorDescription: Sendable, Hashable {
    /// The curve by which a stored value becomes light.
    enum Transfer: Sendable, Hashable {
        /// A power of the value.
        case power(Double)
        case sRGB
        /// That of television of the usual range: ITU-R BT.601, BT.709, BT.2020.
        case video
        /// Perceptual quantizer, ITU-R BT.2100.
        case pq
        /// Hybrid log-gamma, ITU-R BT.2100.
        case hlg
    }

    /// x and y of white, red, green and blue on the chromaticity diagram of 1931.
    let places: [Double]
    let transfer: Transfer

    /// Those of sRGB and of ITU-R BT.709.
    static let places709 = [0.3127, 0.3290, 0.640, 0.330, 0.300, 0.600, 0.150, 0.060]

    var colors: CPictures_Colors {
        var colors = unsafe CPictures_Colors()
        unsafe withUnsafeMutableBytes(of: &colors.places) { memory in
            unsafe places.withUnsafeBytes { unsafe memory.copyMemory(from: $0) }
        }
        unsafe colors.exponent = 1
        switch transfer {
        case .power(let exponent):
            unsafe colors.transfer = .power
            unsafe colors.exponent = exponent
        case .sRGB: unsafe colors.transfer = .SRGB
        case .video: unsafe colors.transfer = .video
        case .pq: unsafe colors.transfer = .PQ
        case .hlg: unsafe colors.transfer = .HLG
        }
        return unsafe colors
    }
}

extension ColorDescription {
    /// Takes the code points of ITU-T H.273, as `cICP` has them; `nil` for those that say nothing or are not followed here.
    init?(primaries: Int, transfer: Int) {
        let white = [0.3127, 0.3290]
        switch primaries {
        case 1: places = Self.places709
        case 5: places = white + [0.640, 0.330, 0.290, 0.600, 0.150, 0.060]
        case 6, 7: places = white + [0.630, 0.340, 0.310, 0.595, 0.155, 0.070]
        case 9: places = white + [0.708, 0.292, 0.170, 0.797, 0.131, 0.046]
        case 11: places = [0.314, 0.351, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060]
        case 12: places = white + [0.680, 0.320, 0.265, 0.690, 0.150, 0.060]
        default: return nil
        }
        switch transfer {
        case 1, 6, 14, 15: self.transfer = .video
        case 4: self.transfer = .power(2.2)
        case 5: self.transfer = .power(2.8)
        case 8: self.transfer = .power(1)
        case 13: self.transfer = .sRGB
        case 16: self.transfer = .pq
        case 18: self.transfer = .hlg
        default: return nil
        }
    }

    /// Whether it is what is assumed of a picture that says nothing.
    var isSRGB: Bool { places == Self.places709 && transfer == .sRGB }
}
