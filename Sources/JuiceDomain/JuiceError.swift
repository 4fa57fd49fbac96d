/// Why the shop did not do what it was asked; nothing was changed.
package struct JuiceError: Error, Sendable, Hashable {
    /// One fruit of which there is not enough.
    package struct Shortage: Sendable, Hashable {
        /// The fruit's key.
        package let fruit: String
        /// How many the order takes.
        package let required: Int
        /// How many there are.
        package let available: Int

        package init(fruit: String, required: Int, available: Int) {
            self.fruit = fruit
            self.required = required
            self.available = available
        }
    }

    package enum Code: Sendable, Hashable {
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

    package let code: Code

    init(_ code: Code) {
        self.code = code
    }
}
