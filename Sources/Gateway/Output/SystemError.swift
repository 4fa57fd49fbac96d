internal import Glibc

/// What the C library calls an error number.
enum SystemError {
    static func text(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}
