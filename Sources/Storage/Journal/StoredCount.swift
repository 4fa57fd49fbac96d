/// What a number in a store can be.
enum StoredCount {
    /// Rows, events, quantities, versions and milliseconds: what a JSON number carries exactly.
    ///
    /// A damaged file may hold any integer, and the arithmetic on positions traps when it overflows. So numbers from a file
    /// are checked where they are read, and nothing is written that would be refused when it is read.
    static let range = 0...(1 << 53)

    /// Gives the value back, or refuses it as damage.
    ///
    /// - Parameter name: What it is, made only when it is told.
    static func checked(_ value: Int, _ name: @autoclosure () -> String) throws(StorageError) -> Int {
        guard range.contains(value) else { throw StorageError(.corrupt, "\(name()) is \(value), which it cannot be") }
        return value
    }
}
