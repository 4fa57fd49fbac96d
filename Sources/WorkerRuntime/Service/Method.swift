package import Messages
package import WireJSON

/// One method of a service.
package struct Method<State> {
    /// How a method may touch the service.
    package enum Body {
        /// Reads the state; the result may be sent before or after others of its turn.
        case read((JSONNode?, ReadContext<State>, inout JSONWriter) throws(RPCError) -> Void)
        /// Reads the state and adds attachment frames to its reply; not available in a batch, which has none.
        case attaching(
            (JSONNode?, ReadContext<State>, inout JSONWriter, inout [[UInt8]]) throws(RPCError) -> Void
        )
        /// Reads the state, or says what to do first that would keep the owner's thread too long.
        ///
        /// The closure writes the result and returns `nil`, or returns the work. Work is not available in a batch: see
        /// ``ReadContext/isInBatch``.
        case offloadedRead((JSONNode?, ReadContext<State>, inout JSONWriter) throws(RPCError) -> OffloadedRead<State>?)
        /// Reads the journal: everything accepted before it is committed first.
        case history((JSONNode?, HistoryContext, inout JSONWriter) throws(RPCError) -> Void)
        /// Changes the state. A body that throws must have changed nothing.
        case write((JSONNode?, inout State, inout WriteContext, inout JSONWriter) throws(RPCError) -> Void)
        /// Changes the state after work that would keep the owner's thread too long; not available in a batch.
        ///
        /// The closure gets the params and the attachment frames, looks at what can be refused at once, and says what to
        /// do. A known key is answered without it.
        case offloadedWrite((JSONNode?, [[UInt8]], ReadContext<State>) throws(RPCError) -> OffloadedWrite<State>)

        /// Whether it changes anything.
        package var isWrite: Bool {
            switch self {
            case .write, .offloadedWrite: true
            case .read, .attaching, .offloadedRead, .history: false
            }
        }
    }

    /// Its name, such as `juice.order`.
    package let name: String
    /// One sentence for `service.info`.
    package let summary: String
    /// What a caller has to be.
    package let role: PeerRole
    /// What it does.
    package let body: Body

    /// Whether it changes anything.
    package var isWrite: Bool { body.isWrite }

    /// Creates a method.
    ///
    /// - Parameters:
    ///   - name: Its name on the wire.
    ///   - summary: One sentence.
    ///   - role: What a caller has to be; if nothing is said, `read` for what changes nothing, and `operate` for a write.
    ///   - body: What it does with the params; it writes exactly one JSON value as its result.
    package init(_ name: String, _ summary: String, for role: PeerRole? = nil, _ body: Body) {
        self.name = name
        self.summary = summary
        self.body = body
        self.role = role ?? (body.isWrite ? .operate : .read)
    }
}
