/// An argument or a setting that cannot be used: what is wrong with it, and what to do.
package struct UsageError: Error, Hashable, CustomStringConvertible {
    package let sentence: Sentence

    package init(_ sentence: Sentence) {
        self.sentence = sentence
    }

    package var message: String { "\(sentence)" }
    package var description: String { message }
}
