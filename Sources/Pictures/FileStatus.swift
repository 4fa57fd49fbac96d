/// What a store knows of one of its files.
struct FileStatus {
    /// Its length.
    let bytes: Int
    /// When it was written or renewed, in seconds since 1970.
    let changed: Int
}
