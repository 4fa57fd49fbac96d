package import WireJSON

/// What is sent as one JSON object: params, results, data of events, details of errors, stored records.
///
/// One list of members reads, writes and describes it, so that a service takes what its contract says, and says what it
/// takes:
///
///     struct Amount: Message {
///         var amount = 0
///         mutating func members(_ members: inout Members) {
///             members("amount", &amount, .integer(in: 1...1_000), "How many to add.")
///         }
///     }
public protocol Message: Sendable {
    /// A message whose members are all absent.
    init()

    /// Visits every member, in the order in which they are written.
    ///
    /// It is called to read, to write and to describe, so it does nothing else, and visits the same members each time.
    mutating func members(_ members: inout Members)
}

/// A message without members: the params of a method that takes none, or the result of one that has nothing to say.
public struct Nothing: Message, Hashable {
    /// A message.
    public init() {}
    /// Visits nothing.
    public mutating func members(_ members: inout Members) {}
}

extension Message {
    /// Reads what another program has sent; `nil` when a member is absent or of a wrong type that must be there.
    ///
    /// Ranges are not looked at, so that a newer program may widen them.
    package init?(_ node: JSONNode) {
        self.init(node, from: .reply)
    }

    /// Reads what is right in the params of a request whose service has rules besides; what is wrong is added.
    package init(params: JSONNode?, _ violations: inout [Violation]) {
        self.init()
        var members = Members(reading: params, from: .request)
        self.members(&members)
        violations += members.violations
    }

    /// Reads what an earlier version of the same service has stored: members that it did not have keep their values.
    ///
    /// `nil` for what is of a wrong type.
    package init?(stored node: JSONNode) {
        self.init(node, from: .store)
    }

    private init?(_ node: JSONNode, from source: Members.Source) {
        self.init()
        guard node.kind == .object else { return nil }
        var members = Members(reading: node, from: source)
        self.members(&members)
        guard members.violations.isEmpty else { return nil }
    }

    package func write(to writer: inout JSONWriter) {
        var copy = self
        var members = Members(writingTo: &writer)
        copy.members(&members)
        members.finish(writingTo: &writer)
    }

    /// A message whose members are set by `fill`; the others have their defaults.
    package init(_ fill: (inout Self) -> Void) {
        self.init()
        fill(&self)
    }

    /// The message as a text of its own.
    package var jsonBytes: [UInt8] { bytes }

    fileprivate var bytes: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        write(to: &writer)
        return writer.bytes
    }

    /// What the members are.
    package static var schema: MessageSchema {
        var message = Self()
        var members = Members(describingAtDepth: 0)
        message.members(&members)
        return members.schema
    }
}

/// A message of the services of this suite, which is written into other JSON, too.
package protocol SuiteMessage: Message, JSONWritable, Hashable {}

extension SuiteMessage {
    package var jsonBytes: [UInt8] { bytes }
}
