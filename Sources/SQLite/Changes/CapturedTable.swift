/// A table of the service's own, as far as the changes of its rows are asked to others.
package struct CapturedTable {
    package let name: String
    /// For each column whether it is a part of the primary key.
    package let keyColumns: [Bool]

    package init(name: String, keyColumns: [Bool]) {
        self.name = name
        self.keyColumns = keyColumns
    }
}
