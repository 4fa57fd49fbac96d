internal import Glibc

/// A standard stream, unbuffered: who waits for a line gets it at once.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }
}
