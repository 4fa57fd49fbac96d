/// What one call of a sweep has done.
package struct PictureSweep: Sendable, Hashable {
    /// Files that were looked at.
    package internal(set) var examined = 0
    /// Pictures that were removed.
    package internal(set) var removed = 0
    /// Their bytes.
    package internal(set) var bytes = 0
    /// Drafts of interrupted writes that were removed.
    package internal(set) var drafts = 0
    /// Where the next call goes on; `nil` when the sweep has come to the end.
    package internal(set) var next: PictureHash?
}
