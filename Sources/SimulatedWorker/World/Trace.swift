/// What has happened in a history, line by line: a hash that two equal histories share, and the lines for a reader.
struct Trace {
    /// Whether lines are printed.
    let isPrinted: Bool
    private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    init(isPrinted: Bool) {
        self.isPrinted = isPrinted
    }

    mutating func note(_ line: String, at nanoseconds: Int) {
        // FNV-1a.
        for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ UInt64(truncatingIfNeeded: nanoseconds)) &* 0x100_0000_01B3
        guard isPrinted else { return }
        let microseconds = String(nanoseconds / 1_000 % 1_000_000)
        let fraction = String(repeating: "0", count: 6 - microseconds.count) + microseconds
        print("\(nanoseconds / 1_000_000_000).\(fraction)  \(line)")
    }
}
