/// Which span of which trace something belongs to: what W3C Trace Context calls `traceparent`.
package struct TraceContext: Sendable, Hashable {
    /// The number that all spans of a trace share, 128 bits.
    struct TraceID: Sendable, Hashable {
        let high: UInt64
        let low: UInt64

        static func random() -> TraceID { TraceID(high: .random(in: 0 ... .max), low: .random(in: 1 ... .max)) }
    }

    let traceID: TraceID
    let spanID: UInt64
    /// Whether the spans of the trace are recorded.
    package let isSampled: Bool
    /// Whether it came from another program.
    let isRemote: Bool

    init(traceID: TraceID, spanID: UInt64, isSampled: Bool, isRemote: Bool) {
        (self.traceID, self.spanID, self.isSampled, self.isRemote) = (traceID, spanID, isSampled, isRemote)
    }

    /// Reads what a caller sent; `nil` for what is no context, which the specification wants ignored.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        // A later version may have more behind what this one has.
        guard bytes.count == 55 || (bytes.count > 55 && bytes[55] == UInt8(ascii: "-")) else { return nil }
        guard [2, 35, 52].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) else { return nil }
        guard let version = Self.number(bytes[0..<2]), version != 0xFF, version != 0 || bytes.count == 55,
            let high = Self.number(bytes[3..<19]), let low = Self.number(bytes[19..<35]), high != 0 || low != 0,
            let span = Self.number(bytes[36..<52]), span != 0, let flags = Self.number(bytes[53..<55])
        else { return nil }
        self.init(
            traceID: TraceID(high: high, low: low),
            spanID: span,
            isSampled: flags & 1 == 1,
            isRemote: true
        )
    }

    /// The context as it travels, in version 00.
    package var text: String { "00-\(traceIDText)-\(Self.hex(spanID))-0\(isSampled ? 1 : 0)" }

    var traceIDText: String { Self.hex(traceID.high) + Self.hex(traceID.low) }

    /// 16 digits.
    static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// Lower case only, as the specification wants it.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case 0x30...0x39: number = number << 4 | UInt64(digit - 0x30)
            case 0x61...0x66: number = number << 4 | UInt64(digit - 0x61 + 10)
            default: return nil
            }
        }
        return number
    }
}
