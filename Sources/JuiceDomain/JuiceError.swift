/// Why the shop did not do what it was asked; nothing was changed.
public struct JuiceError: Error, Sendable, Hashable {
    /// One fruit of which there is not enough.
    public struct Shortage: Sendable, Hashable {
        /// The fruit's key.
        public let fruit: String
        /// How many the order takes.
        public let required: Int
        /// How many there are.
        public let available: Int

        /// Creates a shortage.
        public init(fruit: String, required: Int, available: Int) {
            self.fruit = fruit
            self.required = required
            self.available = available
        }
    }

    /// The kinds of refusal.
    public enum Code: Sendable, Hashable {
        /// No juice has this key.
        case unknownJuice(String)
        /// No fruit has this key.
        case unknownFruit(String)
        /// Every fruit that is short, in the order of the menu's fruits.
        case insufficientStock([Shortage])
        /// The fruits whose quantity would leave the range; empty when the order's own quantity is out of range.
        case quantityOutOfRange([String])
        /// The stock has changed since the caller looked.
        case versionMismatch
    }

    /// What was wrong.
    public let code: Code

    init(_ code: Code) {
        self.code = code
    }
}
