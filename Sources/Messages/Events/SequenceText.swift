/// A stream position as CloudEvents carry it: 20 digits, so that comparing texts compares numbers.
///
/// A CloudEvents integer has 32 bits, and its `sequence` extension is compared as text.
public enum SequenceText {
    /// The largest position: the largest integer that every JSON reader keeps exactly.
    ///
    /// What a service says beyond it is not believed, so that reckoning with positions cannot overflow.
    public static let largest = (1 << 53) - 1

    /// The 20-digit text of a position.
    public static func text(_ sequence: Int) -> String {
        let digits = String(max(sequence, 0))
        return String(repeating: "0", count: 20 - digits.utf8.count) + digits
    }

    /// The position that a text names; `nil` unless it is 20 digits, at most ``largest``.
    public static func sequence(_ text: String) -> Int? {
        guard text.utf8.count == 20, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text).flatMap { $0 <= largest ? $0 : nil }
    }
}
