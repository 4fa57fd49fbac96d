internal import CSimdJSON

/// One value of a text that was read.
///
/// A node is a view: it makes strings and numbers only when asked. It keeps its text alive, so it is safe to hold for as
/// long as wanted, at the price that its ``JSONReader`` cannot reuse the buffers meanwhile.
package struct JSONNode {
    /// The kinds of value.
    package enum Kind: Sendable, Hashable {
        /// Members in braces.
        case object
        /// Elements in brackets.
        case array
        /// A text in quotes.
        case string
        /// A number written with neither fraction nor exponent, of any size.
        case integer
        /// A number written with a fraction or an exponent.
        case number
        /// `true` or `false`.
        case boolean
        /// `null`.
        case null
    }

    let document: JSONDocument
    let index: UInt32

    /// What kind of value this is.
    package var kind: Kind {
        switch document.node(at: index).kind {
        case .object: .object
        case .array: .array
        case .string: .string
        case .integer: .integer
        case .number: .number
        case .true, .false: .boolean
        case .null: .null
        }
    }

    /// The decoded text of a string, else nil.
    package var string: String? {
        document.node(at: index).kind == .string ? document.string(at: index) : nil
    }

    /// Lends the decoded text of a string in UTF-8.
    ///
    /// No string is made for it, unless the text was written with escapes. Nothing is returned or thrown for `body`: what
    /// did so for any type would have to ask the runtime for it in each call from another module.
    ///
    /// - Returns: Whether this is a string; for any other kind `body` is not called.
    package func withUTF8(_ body: (UTF8Span) -> Void) -> Bool {
        let node = document.node(at: index)
        guard node.kind == .string else { return false }
        if node.escaped {
            let text = document.string(at: index)
            body(text.utf8Span)
        } else {
            document.withPlainText(at: index, body)
        }
        return true
    }

    /// The value of an integer that fits `Int`, else nil.
    ///
    /// `-0` is 0; `1.0` and `1e3` are no integers.
    package var integer: Int? {
        document.integer(at: index)
    }

    /// The exact text of a number of either kind, else nil.
    package var numberText: String? {
        switch document.node(at: index).kind {
        case .integer, .number: document.plainString(at: index)
        default: nil
        }
    }

    /// The value of `true` or `false`, else nil.
    package var boolean: Bool? {
        switch document.node(at: index).kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// Whether this is `null`.
    package var isNull: Bool {
        document.node(at: index).kind == .null
    }

    /// How many members an object or elements an array has; 0 for every other kind.
    package var count: Int {
        Int(document.node(at: index).count)
    }

    /// Whether this is a string with exactly this text, byte for byte.
    ///
    /// No string is made to find out.
    ///
    /// - Parameter text: What to compare with.
    /// - Returns: False for any other string, and for what is no string.
    package func isString(_ text: StaticString) -> Bool {
        guard document.node(at: index).kind == .string else { return false }
        return unsafe document.stringEquals(at: index, text.bytes)
    }
}
