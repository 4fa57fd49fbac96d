/// What is wrong with a menu, in words for the person who wrote it.
package struct MenuError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence that names the faulty line.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
