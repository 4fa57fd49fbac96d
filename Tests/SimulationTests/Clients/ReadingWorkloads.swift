import Messages
import SimulatedWorker

/// Chooses what clients ask calc-service for.
enum CalcWorkload {
    private static let keys = ["1", "2", "7", "0", ".", "+", "−", "×", "÷", "=", "AC"]

    static func next(_ random: inout SimulationRandom) -> Intent {
        guard random.chance(percent: 60) else { return press(&random) }
        let formula = "\(random.int(0...99))+\(random.int(0...99))*\(random.int(0...9))"
        return .read(.calc, CalcMethod.evaluate, CalcEvaluateParams(formula: formula).jsonBytes, .formula(formula))
    }

    /// Two numbers, what is between them, and `=`; or any keys at all.
    private static func press(_ random: inout SimulationRandom) -> Intent {
        if random.chance(percent: 30) {
            let keys = (0..<random.int(1...12)).map { _ in random.pick(Self.keys) }
            return .read(.calc, CalcMethod.press, CalcPressParams(keys: keys).jsonBytes, .constant)
        }
        let keys =
            String(random.int(1...99)).map { String($0) } + [random.pick(["+", "−", "×"])]
            + String(random.int(1...99)).map { String($0) } + ["="]
        return .read(.calc, CalcMethod.press, CalcPressParams(keys: keys).jsonBytes, .keys(keys))
    }
}

/// Chooses what clients ask expo-service for.
enum ExpoWorkload {
    static func next(_ random: inout SimulationRandom) -> Intent {
        switch random.int(0...9) {
        case 0..<5:
            let number = random.int(1...13)
            return .read(.expo, ExpoMethod.entriesGet, Array(#"{"number":\#(number)}"#.utf8), .exhibit(number))
        case 5..<8:
            let search = random.pick(["", "a", "the", "papaya"])
            let params = ExpoEntriesListParams(search: search, limit: random.int(1...5))
            return .read(.expo, ExpoMethod.entriesList, params.jsonBytes, .constant)
        default: return .read(.expo, ExpoMethod.poster, nil, .constant)
        }
    }
}
