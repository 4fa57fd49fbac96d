internal import CZMQ

/// An address to bind or to connect to.
///
/// Host names are not accepted, except `localhost`: libzmq would look them up on the thread that moves the bytes of
/// every connection. ``init(parsing:)``, `bind` and `connect` refuse values outside the ranges given at the cases.
public enum ZMQEndpoint: Sendable, Hashable, CustomStringConvertible {
    /// A Unix socket at a path of 1…107 bytes, not an abstract one (`@…`, which no file permission guards).
    case ipc(path: String)
    /// TCP on a numeric IPv4 or IPv6 address, or `*` for all interfaces (bind only).
    ///
    /// Ports are 0…65535; 0 lets the system choose one (bind only).
    case tcp(host: String, port: Int)
    /// A name of 1…255 bytes inside the node's context.
    case inproc(name: String)

    /// The endpoint as libzmq writes it, as `ipc:///run/juice.rpc` or `tcp://[::1]:7101`.
    public var description: String {
        switch self {
        case .ipc(let path): "ipc://\(path)"
        case .tcp(let host, let port):
            host.utf8.contains(UInt8(ascii: ":")) ? "tcp://[\(host)]:\(port)" : "tcp://\(host):\(port)"
        case .inproc(let name): "inproc://\(name)"
        }
    }

    /// Whether only processes of this machine can reach it: `ipc`, `inproc`, and TCP on a loopback address.
    public var isLoopback: Bool {
        switch self {
        case .ipc, .inproc: true
        case .tcp(let host, _): Self.addressClass(of: host) & CInt(CZMQ_ADDRESS_LOOPBACK.rawValue) != 0
        }
    }

    /// Whether it leaves something open (all interfaces, or a port of the system's choice) and so can only be bound.
    public var isWildcard: Bool {
        switch self {
        case .ipc, .inproc: false
        case .tcp(let host, let port): host == "*" || port == 0
        }
    }

    var isIPv6: Bool {
        switch self {
        case .ipc, .inproc: false
        case .tcp(let host, _): Self.addressClass(of: host) & CInt(CZMQ_ADDRESS_IPV6.rawValue) != 0
        }
    }

    static func addressClass(of host: String) -> CInt {
        unsafe CZMQ_address_classify(host)
    }
}
