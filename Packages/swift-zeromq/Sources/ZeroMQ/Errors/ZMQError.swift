internal import CZMQ

/// Why a call on a node, a socket or an endpoint failed.
///
/// Two errors are equal when their code and message are; the C number is for people.
public struct ZMQError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What happened, for programs.
    public let code: Code
    /// What happened, for people: what was tried, and what came of it.
    public let message: String
    /// The C error number, or 0 when no C call was involved.
    public let errno: CInt

    /// Makes an error, for code that acts as a socket or reads keys of their own.
    public init(_ code: Code, _ message: String, errno: CInt = 0) {
        self.code = code
        self.message = message
        self.errno = errno
    }

    /// The code, the message, and the C error number if there is one.
    public var description: String {
        errno == 0 ? "\(code): \(message)" : "\(code): \(message) (errno \(errno))"
    }

    /// Whether two errors have the same code and the same message.
    public static func == (left: ZMQError, right: ZMQError) -> Bool {
        left.code == right.code && left.message == right.message
    }

    /// Hashes the code and the message.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(message)
    }
}

extension ZMQError {
    /// Makes the error of a C call.
    ///
    /// - Parameters:
    ///   - result: What the C call returned: a negative errno.
    ///   - action: What was tried, as "bind ipc:///run/x".
    init(result: CInt, _ action: @autoclosure () -> String) {
        let number = result == CInt.min ? CInt.max : -result
        let text = unsafe String(cString: CZMQ_error_text(number))
        self.init(Code(errno: number), "\(action()): \(text)", errno: number)
    }

    /// Throws unless a C call succeeded.
    static func check(_ result: CInt, action: @autoclosure () -> String) throws(ZMQError) {
        guard result < 0 else { return }
        throw ZMQError(result: result, action())
    }
}
