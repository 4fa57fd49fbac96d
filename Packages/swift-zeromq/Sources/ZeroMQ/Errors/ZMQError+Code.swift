internal import CZMQ

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

extension ZMQError {
    /// What kind of failure it was.
    ///
    /// New kinds may come: a `switch` needs a `default`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Name: String {
            case peerGone, wouldBlock, closed, nodeStopped
            case addressInUse, addressUnavailable, permissionDenied, notFound
            case invalidEndpoint, invalidOption, invalidMessage, invalidState
            case insecureEndpoint, invalidKey, keyFile
            case timedOut, tooManyOpenFiles, systemCall
        }

        private let name: Name

        private init(_ name: Name) {
            self.name = name
        }

        /// The peer a ROUTER should send to is not connected (EHOSTUNREACH).
        public static var peerGone: Code { Code(.peerGone) }
        /// Nobody can take the message now: no connected peer, or its queue is full (EAGAIN).
        public static var wouldBlock: Code { Code(.wouldBlock) }
        /// The socket is closed.
        public static var closed: Code { Code(.closed) }
        /// The node has ended; it makes no more sockets.
        public static var nodeStopped: Code { Code(.nodeStopped) }
        /// Another socket is bound to the endpoint (EADDRINUSE), or a file that is no socket has its path.
        public static var addressInUse: Code { Code(.addressInUse) }
        /// The address is not one of this machine's (EADDRNOTAVAIL, ENODEV).
        public static var addressUnavailable: Code { Code(.addressUnavailable) }
        /// The system does not allow it (EACCES, EPERM).
        public static var permissionDenied: Code { Code(.permissionDenied) }
        /// The endpoint, or the directory it should lie in, does not exist (ENOENT, ENOTDIR).
        public static var notFound: Code { Code(.notFound) }
        /// The endpoint cannot be used as it is written.
        public static var invalidEndpoint: Code { Code(.invalidEndpoint) }
        /// A setting is out of its range.
        public static var invalidOption: Code { Code(.invalidOption) }
        /// The message has too few frames to be sent, or too many for ``ZMQSocketOptions/keepsOnlyLast``.
        public static var invalidMessage: Code { Code(.invalidMessage) }
        /// It is not the turn of this ``RequestSocket`` or ``ReplySocket`` to do that (EFSM).
        public static var invalidState: Code { Code(.invalidState) }
        /// Anybody could use the endpoint.
        public static var insecureEndpoint: Code { Code(.insecureEndpoint) }
        /// A text is no key.
        public static var invalidKey: Code { Code(.invalidKey) }
        /// A file of keys cannot be used, or not be made.
        public static var keyFile: Code { Code(.keyFile) }
        /// Nothing came of it in the time it had.
        public static var timedOut: Code { Code(.timedOut) }
        /// The process or the context has no file or socket left (EMFILE, ENFILE).
        public static var tooManyOpenFiles: Code { Code(.tooManyOpenFiles) }
        /// Any other failure of the system; `errno` says which.
        public static var systemCall: Code { Code(.systemCall) }

        /// The name of the code.
        public var description: String { name.rawValue }

        init(errno: CInt) {
            switch errno {
            case EHOSTUNREACH: self = .peerGone
            case EAGAIN: self = .wouldBlock
            case ENOTSOCK: self = .closed
            case ETERM: self = .nodeStopped
            case EADDRINUSE: self = .addressInUse
            case EADDRNOTAVAIL, ENODEV: self = .addressUnavailable
            case EACCES, EPERM: self = .permissionDenied
            case ENOENT, ENOTDIR: self = .notFound
            case CInt(CZMQ_EFSM): self = .invalidState
            case EMFILE, ENFILE: self = .tooManyOpenFiles
            default: self = .systemCall
            }
        }
    }
}
