internal import Glibc

/// Finds out whose the socket at the other end of a TCP connection within this machine is.
enum SocketOwner {
    /// One end of a connection, as sock_diag(7) has it.
    struct End {
        let family: UInt8
        /// 16 bytes, of which IPv4 takes the first four.
        let address: [UInt8]
        let port: UInt16

        /// - Parameter address: As inet_ntop(3) writes it.
        /// - Returns: `nil` of what is no address.
        init?(address text: String, port: Int) {
            var bytes = [UInt8](repeating: 0, count: 16)
            let family = text.contains(":") ? AF_INET6 : AF_INET
            guard inet_pton(family, text, &bytes) == 1, let port = UInt16(exactly: port) else { return nil }
            (self.family, self.address, self.port) = (UInt8(family), bytes, port)
        }
    }

    /// What the kernel says of a socket.
    struct Found: Hashable {
        let state: UInt8
        let user: uid_t
        /// 0 of a socket that no process has any more: then `user` is 0 as well, and means nobody.
        let inode: UInt64

        /// Established, or closed in one direction (net/tcp_states.h), and still a process's.
        var isConnected: Bool { [1, 4, 5].contains(state) && inode != 0 }
    }

    /// The effective user of the process that made a socket.
    ///
    /// - Parameters:
    ///   - peer: The socket.
    ///   - own: What it is connected to.
    /// - Returns: `nil` when the kernel does not say, or no process has it any more.
    static func user(of peer: End, connectedTo own: End) -> uid_t? {
        guard let found = diagnose(peer, connectedTo: own) ?? list(peer, connectedTo: own), found.isConnected else {
            return nil
        }
        return found.user
    }

    // MARK: By sock_diag(7)

    /// Asks for one socket by its four numbers, which takes some microseconds however many there are.
    ///
    /// - Returns: `nil` when there is none, or the kernel cannot be asked so.
    static func diagnose(_ peer: End, connectedTo own: End) -> Found? {
        let netlink = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), Diagnosis.protocolNumber)
        guard netlink >= 0 else { return nil }
        defer { close(netlink) }
        let question = Diagnosis.question(of: peer, connectedTo: own)
        guard send(netlink, question, question.count, 0) == question.count else { return nil }
        var answer = [UInt8](repeating: 0, count: 1_024)
        // The answer is there when the question was sent.
        let count = recv(netlink, &answer, answer.count, Int32(MSG_DONTWAIT))
        return count > 0 ? Diagnosis.found(in: answer[..<count]) : nil
    }

    /// The messages of linux/inet_diag.h, whose numbers are the machine's but for ports and addresses.
    private enum Diagnosis {
        /// NETLINK_SOCK_DIAG.
        static let protocolNumber: Int32 = 4
        /// SOCK_DIAG_BY_FAMILY.
        private static let byFamily: UInt16 = 20
        /// NLM_F_REQUEST.
        private static let isRequest: UInt16 = 1
        /// Bytes of struct nlmsghdr, and of that and struct inet_diag_req_v2, and of that and struct inet_diag_msg.
        private static let (headLength, questionLength, answerLength) = (16, 72, 88)

        static func question(of peer: End, connectedTo own: End) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(questionLength)
            func add(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value) { bytes += Array($0) } }
            add(UInt32(questionLength))
            add(byFamily)
            add(isRequest)
            add(UInt64(0))
            bytes += [peer.family, UInt8(IPPROTO_TCP), 0, 0]
            add(UInt32.max)
            add(peer.port.bigEndian)
            add(own.port.bigEndian)
            bytes += peer.address + own.address
            add(UInt32(0))
            // Without a cookie, INET_DIAG_NOCOOKIE.
            add(UInt64.max)
            return bytes
        }

        static func found(in answer: ArraySlice<UInt8>) -> Found? {
            answer.withUnsafeBytes { bytes in
                guard bytes.count >= answerLength, bytes.loadUnaligned(fromByteOffset: 4, as: UInt16.self) == byFamily
                else {
                    return nil
                }
                // Behind the head, four bytes, the numbers of the socket, and the sizes of its two queues.
                let (user, inode) = (headLength + 64, headLength + 68)
                return Found(
                    state: bytes[headLength + 1],
                    user: bytes.loadUnaligned(fromByteOffset: user, as: UInt32.self),
                    inode: UInt64(bytes.loadUnaligned(fromByteOffset: inode, as: UInt32.self))
                )
            }
        }
    }

    // MARK: By proc(5)

    /// The most of a list that is read: some 7 000 sockets, for whose lines the kernel takes 0.07 s.
    private static let maxListBytes = 1 << 20

    /// Looks through the list of sockets, where sock_diag may not be asked.
    static func list(_ peer: End, connectedTo own: End) -> Found? {
        let file = open(peer.family == UInt8(AF_INET) ? "/proc/net/tcp" : "/proc/net/tcp6", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let wanted = Array(" \(text(peer)) \(text(own)) ".utf8)
        var left: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var length = 0
        while length < maxListBytes {
            let count = read(file, &piece, piece.count)
            guard count > 0 else { return nil }
            length += count
            left += piece[..<count]
            var lines = left.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let rest = lines.removeLast()
            for line in lines {
                if let found = found(in: line, wanted) { return found }
            }
            left = Array(rest)
        }
        return nil
    }

    /// The columns behind the two addresses: state, queues, timer, retransmissions, user, timeouts, inode.
    private static func found(in line: ArraySlice<UInt8>, _ wanted: [UInt8]) -> Found? {
        // The addresses follow the number of the line.
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), line[(colon + 1)...].starts(with: wanted) else {
            return nil
        }
        let words = line[(colon + 1 + wanted.count)...].split(separator: UInt8(ascii: " ")).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard words.count > 6, let state = UInt8(words[0], radix: 16), let user = uid_t(words[4]),
            let inode = UInt64(words[6])
        else {
            return nil
        }
        return Found(state: state, user: user, inode: inode)
    }

    /// An end as the lists have it: words of the machine's own order, in hexadecimal digits.
    private static func text(_ end: End) -> String {
        func hex(_ value: some FixedWidthInteger, digits: Int) -> String {
            let text = String(value, radix: 16, uppercase: true)
            return String(repeating: "0", count: digits - text.count) + text
        }
        let words = end.address.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
        let count = end.family == UInt8(AF_INET) ? 1 : 4
        return words.prefix(count).map { hex($0, digits: 8) }.joined() + ":" + hex(end.port, digits: 4)
    }
}
