extension StaticString {
    /// Its UTF-8, which lives as long as the program.
    var bytes: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}
