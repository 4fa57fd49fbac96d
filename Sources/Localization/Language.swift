/// The language a person reads.
package enum Language: String, Sendable, CaseIterable {
    case korean = "ko"
    case english = "en"
}
