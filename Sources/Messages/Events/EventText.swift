/// A text of a ``CloudEvent``.
enum EventText {
    /// It stands in the JSON as it is.
    case place(Range<Int>)
    /// The JSON has it in another form: with escapes.
    case string(String)

    /// The text.
    ///
    /// - Parameter json: The event.
    func string(in json: [UInt8]) -> String {
        switch self {
        case .place(let place): String(decoding: json[place], as: UTF8.self)
        case .string(let string): string
        }
    }

    /// The position that the text names, if any.
    ///
    /// - Parameter json: The event.
    func sequence(in json: [UInt8]) -> Int? {
        switch self {
        case .place(let place): SequenceText.sequence(json[place])
        case .string(let string): SequenceText.sequence(string)
        }
    }
}
