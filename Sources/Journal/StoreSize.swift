/// How much room a store takes on its disk, in bytes.
package struct StoreSize: Sendable, Hashable {
    /// The database.
    package let database: Int
    /// Its write-ahead log: what was committed and is not copied into the database yet, and room that is kept.
    package let log: Int
    /// What is left for this user on the file system; `nil` when that is unknown.
    package let free: Int?

    package init(database: Int, log: Int, free: Int?) {
        self.database = database
        self.log = log
        self.free = free
    }
}
