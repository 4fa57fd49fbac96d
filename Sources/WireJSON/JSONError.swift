/// Why a text was refused, and where in it.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of refusal.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text is not JSON.
        case syntax
        /// The text is not UTF-8.
        case invalidUTF8
        /// A string escapes half of a surrogate pair, which no text can hold.
        case loneSurrogate
        /// An object names a member twice. Names are compared decoded: `"a"` and `"\u0061"` are the same.
        case duplicateMember
        /// Objects and arrays are nested deeper than ``JSONLimits/depth``.
        case tooDeep
        /// An object has more members than ``JSONLimits/members``.
        case tooManyMembers
        /// A string is longer than ``JSONLimits/string``.
        case stringTooLong
        /// The text is longer than ``JSONLimits/bytes``, or than the memory there is.
        case tooLarge
    }

    /// The kind of refusal.
    package let code: Code
    /// Where the fault lies, in bytes from the start of the text; its length when the text ends too early.
    package let offset: Int
    /// What is wrong, in English, without anything of the text itself.
    package let message: String

    /// The message with its place.
    package var description: String {
        "\(message) (byte \(offset))"
    }
}
