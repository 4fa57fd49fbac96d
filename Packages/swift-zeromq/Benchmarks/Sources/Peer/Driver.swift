import Glibc

/// Lets the driver read what was printed, which it waits for.
func flush() {
    fflush(nil)
}

/// Waits until the driver closes the standard input: the other end has all that was sent.
///
/// libzmq may give up a connection that its peer has ended before it has read all that came over it.
func waitForDriver() {
    while getchar() != EOF {}
}
