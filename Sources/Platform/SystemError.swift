internal import Glibc

/// What the C library calls an error number.
package enum SystemError {
    package static func text(_ code: Int32) -> String {
        unsafe String(cString: strerror(code))
    }
}
