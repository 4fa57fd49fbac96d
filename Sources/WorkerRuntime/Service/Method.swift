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

    /// What the contract says about it.
    package let definition: MethodDefinition
    /// What it does.
    package let body: Body

    /// Its name, such as `juice.order`.
    package var name: String { definition.name }
    /// One sentence for `service.info`.
    package var summary: String { definition.summary }
    /// What a caller has to be.
    package var role: PeerRole { definition.role }
    /// Whether it changes anything.
    package var isWrite: Bool { body.isWrite }

    /// Creates a method.
    ///
    /// - Parameters:
    ///   - definition: What the contract says about it.
    ///   - body: What it does with the params; it writes exactly one JSON value as its result.
    package init(_ definition: MethodDefinition, _ body: Body) {
        assert(body.isWrite == (definition.kind == .write), "the contract says otherwise of \(definition.name)")
        self.definition = definition
        self.body = body
    }
}
