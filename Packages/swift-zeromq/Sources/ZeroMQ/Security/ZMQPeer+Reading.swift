internal import CZMQ

extension ZMQPeer {
    /// What the authenticator adds to a connection that it let in, and nobody outside this process can know.
    ///
    /// libzmq puts a peer's own properties behind ours, but where no authenticator was asked, only the peer's are there:
    /// without this one a name is the peer's invention.
    static var voucherProperty: String { "X-Voucher" }
    /// The key that the authenticator was shown, in Z85.
    static var keyProperty: String { "X-Public-Key" }

    /// Reads what the connection of a received frame knows; `nil` when it knows nothing, as within a process.
    init?(_ frame: UnsafePointer<zmq_msg_t>, voucher: String) {
        guard let address = unsafe Self.property("Peer-Address", of: frame) else { return nil }
        guard unsafe Self.property(Self.voucherProperty, of: frame) == voucher else {
            let process = Process(address)
            self.init(userID: nil, publicKey: nil, address: process == nil ? address : nil, process: process)
            return
        }
        self.init(
            userID: unsafe Self.property("User-Id", of: frame).flatMap { $0.isEmpty ? nil : $0 },
            publicKey: unsafe Self.property(Self.keyProperty, of: frame).flatMap { CurvePublicKey(text: $0.utf8.span) },
            address: address,
            process: nil
        )
    }

    private static func property(_ name: String, of frame: UnsafePointer<zmq_msg_t>) -> String? {
        unsafe CZMQ_frame_property(frame, name).map { unsafe String(cString: $0) }
    }
}

extension ZMQPeer.Process {
    /// Reads the address of an ipc peer: `localhost:user:group:process`, in some builds without the first word.
    init?(_ address: String) {
        let parts = address.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].isEmpty || parts[0] == "localhost",
            let user = UInt32(parts[1]), let group = UInt32(parts[2]), let id = Int32(parts[3])
        else { return nil }
        self.init(user: user, group: group, id: id)
    }
}
