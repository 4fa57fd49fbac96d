internal import CZMQ

extension ZMQEndpoint {
    /// Reads an endpoint such as `ipc:///run/juice.rpc`, `tcp://127.0.0.1:7101`, `tcp://[::1]:*` or `inproc://x`.
    ///
    /// An IPv6 address may come without its brackets, as Kubernetes has it in variables: there is always a port, so that what
    /// follows the last colon is it, and `tcp://::1:7101` is `tcp://[::1]:7101`. What is no address without its last part is refused.
    ///
    /// - Parameter text: The endpoint; `localhost` becomes `127.0.0.1`, the port `*` becomes 0.
    /// - Throws: ``ZMQError`` with `invalidEndpoint`, which says what is wrong with it.
    public init(parsing text: String) throws(ZMQError) {
        if let path = Self.remainder(of: text, after: "ipc://") {
            self = try Self.ipc(path: path).validated()
        } else if let name = Self.remainder(of: text, after: "inproc://") {
            self = try Self.inproc(name: name).validated()
        } else if let address = Self.remainder(of: text, after: "tcp://") {
            self = try Self.tcp(address: address)
        } else {
            throw Self.invalid(text, reason: "it must begin with ipc://, tcp:// or inproc://")
        }
    }

    /// The endpoint in its normal form, if it is one libzmq can be given safely.
    func validated() throws(ZMQError) -> ZMQEndpoint {
        switch self {
        case .ipc(let path):
            try check(path, maximum: 107, part: "path")
            guard path.utf8.first != UInt8(ascii: "@") else {
                throw Self.invalid(description, reason: "abstract sockets have no permissions")
            }
            guard path != "*" else {
                throw Self.invalid(description, reason: "the path must be given")
            }
            return self
        case .inproc(let name):
            try check(name, maximum: 255, part: "name")
            return self
        case .tcp(let host, let port):
            guard (0...65535).contains(port) else {
                throw Self.invalid(description, reason: "ports are 0 to 65535")
            }
            if host == "localhost" {
                return .tcp(host: "127.0.0.1", port: port)
            }
            try check(host, maximum: 45, part: "host")
            guard host == "*" || Self.addressClass(of: host) != 0 else {
                throw Self.invalid(description, reason: Self.noAddress(host))
            }
            return self
        }
    }

    /// The endpoint in its normal form, if it names one peer to connect to.
    func validatedForConnecting() throws(ZMQError) -> ZMQEndpoint {
        let endpoint = try validated()
        guard !endpoint.isWildcard else {
            throw Self.invalid(description, reason: "a wildcard can only be bound")
        }
        return endpoint
    }

    private func check(_ text: String, maximum: Int, part: String) throws(ZMQError) {
        guard !text.isEmpty else {
            throw Self.invalid(description, reason: "the \(part) is empty")
        }
        guard text.utf8.count <= maximum else {
            throw Self.invalid(description, reason: "the \(part) is longer than \(maximum) bytes")
        }
        // A NUL would end the C string early and name another file.
        guard !text.utf8.contains(0) else {
            throw Self.invalid(description, reason: "the \(part) contains a NUL")
        }
    }

    private static func tcp(address: String) throws(ZMQError) -> ZMQEndpoint {
        let text = "tcp://\(address)"
        guard let colon = address.utf8.lastIndex(of: UInt8(ascii: ":")) else {
            throw invalid(text, reason: "the port is missing")
        }
        var host = address[..<colon]
        let portText = address[address.utf8.index(after: colon)...]
        if host.utf8.first == UInt8(ascii: "["), host.utf8.last == UInt8(ascii: "]") {
            host = host.dropFirst().dropLast()
            guard host.utf8.contains(UInt8(ascii: ":")) else {
                throw invalid(text, reason: "brackets hold an IPv6 address")
            }
        } else if host.utf8.contains(UInt8(ascii: ":")), addressClass(of: String(host)) == 0 {
            throw invalid(
                text,
                reason: "an IPv6 address is in brackets and has a port behind it, as in tcp://[::1]:7101"
            )
        }
        guard let port = port(portText) else {
            throw invalid(text, reason: "the port must be a number from 0 to 65535, or *")
        }
        return try ZMQEndpoint.tcp(host: String(host), port: port).validated()
    }

    /// `Int.init` would take a sign; a port has none.
    private static func port(_ text: Substring) -> Int? {
        guard text != "*" else { return 0 }
        guard (1...5).contains(text.utf8.count) else { return nil }
        var value = 0
        for byte in text.utf8 {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }

    private static func remainder(of text: String, after scheme: String) -> String? {
        text.utf8.starts(with: scheme.utf8) ? String(text.utf8.dropFirst(scheme.utf8.count)) : nil
    }

    /// What to write in place of a host that is none.
    private static func noAddress(_ host: String) -> String {
        let isName =
            host.contains(where: \.isLetter)
            && host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) }
        guard isName else { return "the host must be a numeric address, localhost or *" }
        return "names of hosts are not looked up; write the address that is printed by: getent ahosts \(host)"
    }

    private static func invalid(_ text: String, reason: String) -> ZMQError {
        ZMQError(.invalidEndpoint, "\(text.debugDescription) is not an endpoint: \(reason)")
    }
}
