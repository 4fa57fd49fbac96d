internal import ArgumentParser

/// The language a person reads.
enum Language: String, Sendable, CaseIterable, ExpressibleByArgument {
    case korean = "ko"
    case english = "en"

    /// The language of the locale, in POSIX order: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set decides.
    init(_ environment: Environment) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first ?? ""
        let code = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" }
        self = code == "ko" ? .korean : .english
    }
}
