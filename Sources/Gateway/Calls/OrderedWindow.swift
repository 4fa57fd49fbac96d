/// Brings answers that come in any order into the order of their questions, and bounds how many are held.
struct OrderedWindow<Answer> {
    /// How many questions may be asked before the answer to the first of them is taken out.
    private let limit: Int
    private var asked = 0
    private var taken = 0
    private var answers: [Int: Answer] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    var hasRoom: Bool { asked - taken < limit }

    /// The number of the next question, from 0.
    mutating func ask() -> Int {
        defer { asked += 1 }
        return asked
    }

    mutating func answer(_ number: Int, with answer: Answer) {
        answers[number] = answer
    }

    /// The next answer in order, with its number; `nil` until it is there.
    mutating func take() -> (number: Int, answer: Answer)? {
        guard let answer = answers.removeValue(forKey: taken) else { return nil }
        defer { taken += 1 }
        return (taken, answer)
    }
}
