/// What one call of a sweep has done.
public struct PictureSweep: Sendable, Hashable {
    /// Files that were looked at.
    public internal(set) var examined = 0
    /// Pictures that were removed.
    public internal(set) var removed = 0
    /// Their bytes.
    public internal(set) var bytes = 0
    /// Drafts of interrupted writes that were removed.
    public internal(set) var drafts = 0
    /// Where the next call goes on; `nil` when the sweep has come to the end.
    public internal(set) var next: PictureHash?
}
