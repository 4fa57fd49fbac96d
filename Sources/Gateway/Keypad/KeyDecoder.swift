/// Makes keys of the bytes that a terminal sends.
///
/// A terminal sends Escape as the byte that also begins the sequences of other keys: only what follows tells them apart,
/// or that nothing does.
struct KeyDecoder {
    private static let escape: UInt8 = 0x1B
    /// Longer than any sequence of a key.
    private static let maxSequenceLength = 16

    /// The beginning of a sequence or of a character of several bytes.
    private var rest: [UInt8] = []

    /// Whether the last bytes may be the beginning of more.
    var isWaiting: Bool { !rest.isEmpty }

    /// The keys that some bytes complete; bytes that mean nothing are passed over.
    mutating func take(_ bytes: [UInt8]) -> [KeypadInput] {
        rest += bytes
        return decode(isOver: false)
    }

    /// The keys of what was left, when nothing follows.
    mutating func finish() -> [KeypadInput] {
        decode(isOver: true)
    }

    private mutating func decode(isOver: Bool) -> [KeypadInput] {
        var inputs: [KeypadInput] = []
        while let first = rest.first {
            let length: Int
            let input: KeypadInput?
            if first == Self.escape {
                guard let sequence = sequence(isOver: isOver) else { break }
                (length, input) = sequence
            } else {
                length = Self.length(ofCharacter: first)
                guard rest.count >= length || isOver else { break }
                input = KeyMap.input(String(decoding: rest.prefix(length), as: UTF8.self))
            }
            rest.removeFirst(min(length, rest.count))
            if let input { inputs.append(input) }
        }
        return inputs
    }

    /// The length and meaning of what Escape begins; `nil` when more may follow.
    private func sequence(isOver: Bool) -> (Int, KeypadInput?)? {
        let alone = (1, KeyMap.input("\u{1B}"))
        guard rest.count > 1 else { return isOver ? alone : nil }
        switch rest[1] {
        case UInt8(ascii: "["):
            // ECMA-48: parameters, intermediate bytes, and one that ends it.
            guard let end = rest[2...].firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
                guard isOver || rest.count > Self.maxSequenceLength else { return nil }
                return rest.count == 2 ? alone : (rest.count, nil)
            }
            guard (0x40...0x7E).contains(rest[end]) else { return (end, nil) }
            return (end + 1, KeyMap.input("[" + String(decoding: rest[2...end], as: UTF8.self)))
        case UInt8(ascii: "O"):
            guard rest.count > 2 else { return isOver ? alone : nil }
            return (3, KeyMap.input("O" + String(decoding: rest[2...2], as: UTF8.self)))
        default:
            return alone
        }
    }

    /// The bytes of a UTF-8 character by its first.
    private static func length(ofCharacter first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}

/// What someone at the keyboard wants of the keypad.
enum KeypadInput: Sendable, Hashable {
    /// A key of the keypad, by its label.
    case key(String)
    /// To see older (positive) or newer rows of the history.
    case scroll(Int)
    /// The same, by as many rows as are shown.
    case page(Int)
    case quit
}

/// What the keys of a keyboard mean on the keypad.
enum KeyMap {
    /// The meaning of a character, or of a sequence without its Escape; `nil` for none.
    static func input(_ name: String) -> KeypadInput? {
        if let label = labels[name] { return .key(label) }
        switch name {
        case "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "+", "=": return .key(name)
        // The second is control-D, the end of input.
        case "q", "Q", "\u{4}": return .quit
        case "[A", "OA": return .scroll(1)
        case "[B", "OB": return .scroll(-1)
        case "[5~": return .page(1)
        case "[6~": return .page(-1)
        default: return nil
        }
    }

    /// Names that differ from the label; those that begin with `O` are of a number pad in its application mode.
    private static let labels = [
        "-": "−", "−": "−", "Om": "−",
        "*": "×", "x": "×", "X": "×", "×": "×", "Oj": "×",
        "/": "÷", "÷": "÷", "Oo": "÷",
        "Ok": "+", "On": ".",
        "\r": "=", "\n": "=", "OM": "=",
        "\u{7F}": "CE", "\u{8}": "CE", "[3~": "CE",
        "\u{1B}": "AC", "c": "AC", "C": "AC",
        "n": "⁺⁄₋", "N": "⁺⁄₋", "±": "⁺⁄₋",
        "Op": "0", "Oq": "1", "Or": "2", "Os": "3", "Ot": "4", "Ou": "5", "Ov": "6", "Ow": "7", "Ox": "8", "Oy": "9",
    ]
}
