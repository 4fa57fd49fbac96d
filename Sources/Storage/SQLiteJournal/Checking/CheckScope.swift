/// How much of a store is looked at before it is used.
enum CheckScope {
    /// Every page of the file and the number of rows.
    case whole
    /// The description, the levels, the first and the last row, and the rows since the levels' base.
    case sinceBase

    /// Up to this size a file is always checked as a whole: a matter of some tens of milliseconds.
    static let wholeUpToBytes = 32 << 20
    /// How many rows are left to be summed at the start after an orderly end.
    static let rowsToSum = 10_000
    /// How many rows come between two bases of the levels while a store is in use.
    ///
    /// The start after a crash adds them up, at some 2 µs each. Fewer would cost more: the commit that moves the base writes
    /// each level that has changed since, and in a large catalogue these are in as many pages as there are.
    static let rowsBetweenBases = 20_000
}
