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
}
