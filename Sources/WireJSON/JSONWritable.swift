/// A value that can write itself as JSON.
package protocol JSONWritable {
    /// Writes this value as exactly one JSON value.
    ///
    /// - Parameter writer: Where to write it.
    func write(to writer: inout JSONWriter)
}
