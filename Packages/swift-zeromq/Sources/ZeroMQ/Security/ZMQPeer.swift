/// Who sent a message, as the connection knows it and no message can change.
public struct ZMQPeer: Sendable, Hashable {
    /// The process at the other end of an ipc connection, as the system reported it when it was made.
    public struct Process: Sendable, Hashable {
        /// Its effective user.
        public let user: UInt32
        /// Its effective group.
        public let group: UInt32
        /// Its number.
        public let id: Int32
    }

    /// What the ``ZMQAuthenticator`` called it; `nil` where it was not asked, and in a ``RequestSocket``, which libzmq cannot
    /// tell.
    public let userID: String?
    /// The key that it has shown to the authenticator; `nil` without CURVE.
    public let publicKey: CurvePublicKey?
    /// Its numeric address; `nil` over ipc.
    public let address: String?
    /// Its process; `nil` over anything but ipc.
    public let process: Process?

    /// Makes a peer that no connection has reported, for a test of who decides by one.
    public init(userID: String?, publicKey: CurvePublicKey?, address: String?, process: Process?) {
        self.userID = userID
        self.publicKey = publicKey
        self.address = address
        self.process = process
    }
}
