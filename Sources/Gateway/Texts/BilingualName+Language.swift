internal import Localization
internal import Messages

extension BilingualName {
    subscript(_ language: Language) -> String {
        switch language {
        case .korean: korean
        case .english: english
        }
    }
}
