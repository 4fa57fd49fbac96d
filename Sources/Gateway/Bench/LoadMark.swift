/// The id of a benchmark's request, by which its event is known too: `<client>-<due>-<number>`.
struct LoadMark: Hashable {
    /// The name of the client: digits and lower-case letters, for this run alone.
    let client: Substring
    /// When it was due, in microseconds of the monotonic clock.
    let due: Int
    /// Its number, from 0.
    let number: Int

    /// Reads an id; `nil` for one of somebody else.
    init?(_ id: String) {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let due = Int(parts[1]), let number = Int(parts[2]), due >= 0, number >= 0 else {
            return nil
        }
        (client, self.due, self.number) = (parts[0], due, number)
    }

    /// Appends what follows a client's name in an id.
    static func append(due: Int, number: Int, to bytes: inout [UInt8]) {
        for value in [due, number] {
            bytes.append(UInt8(ascii: "-"))
            let start = bytes.count
            var rest = value
            repeat {
                bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
                rest /= 10
            } while rest > 0
            bytes[start...].reverse()
        }
    }
}
