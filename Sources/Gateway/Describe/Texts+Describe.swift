extension Texts {
    func kind(_ word: String) -> String { self[optional: "method_\(word)"] ?? word }
}
