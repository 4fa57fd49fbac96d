internal import Messages

/// How far the stream of one service has come: `juice=EPOCH/SEQUENCE`.
struct StreamPosition: Sendable, Hashable, CustomStringConvertible {
    let service: ServiceName
    let epoch: String
    let sequence: Int

    init(service: ServiceName, epoch: String, sequence: Int) {
        (self.service, self.epoch, self.sequence) = (service, epoch, sequence)
    }

    /// The position of an answer; `nil` where the service has no stream.
    init?(of service: ServiceName, in meta: ReplyMeta?) {
        guard let epoch = meta?.epoch, let sequence = meta?.sequence, Self.isEpoch(epoch) else { return nil }
        self.init(service: service, epoch: epoch, sequence: sequence)
    }

    /// Where the stream stood some events ago, or where it began.
    func before(_ events: Int) -> StreamPosition {
        StreamPosition(service: service, epoch: epoch, sequence: max(0, sequence - events))
    }

    /// Reads ``description``; `nil` for another text.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let service = ServiceName(rawValue: String(parts[0])) else { return nil }
        let place = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard place.count == 2, Self.isEpoch(place[0]), let sequence = Int(place[1]), sequence >= 0
        else { return nil }
        self.init(service: service, epoch: String(place[0]), sequence: sequence)
    }

    /// Whether a text can be an epoch in a position: it stands inside of JSON, and in a line of a stream beside others.
    static func isEpoch(_ text: some StringProtocol) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"\"\\,/=".utf8.contains($0) }
    }

    var description: String { "\(service.rawValue)=\(epoch)/\(sequence)" }
}
