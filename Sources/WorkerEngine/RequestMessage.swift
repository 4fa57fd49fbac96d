package import Messages

/// A request as its transport has taken it.
///
/// It is made to be reused, and keeps its memory from one request to the next.
package struct RequestMessage {
    /// What there is to do with a message.
    package enum Content {
        /// Its body is to be read.
        case request
        /// It asks for nothing, and is not answered.
        case nothing
        /// It is refused, for what is wrong with it as a message.
        indirect case fault(RPCError)
    }

    package var content = Content.nothing
    /// Who sent it; `nil` for someone who may not be here.
    package var peer: PeerAccess?
    /// Represents the connection that it came over; the limits of one peer are counted by it.
    package var connection: UInt64 = 0
    /// Where its answer goes, in the terms of the transport.
    package var returnAddress: [UInt8] = []
    /// The JSON.
    package var body: [UInt8] = []
    package var attachments: [[UInt8]] = []
    /// The bytes of all of it.
    package var byteCount = 0
    /// Whether its sender may be answered; `false` while it leaves too many answers unread.
    package var isAdmitted = true

    package init() {}
}
