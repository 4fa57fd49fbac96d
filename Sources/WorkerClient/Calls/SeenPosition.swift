internal import Messages

/// The newest position of a stream that a client has seen, so that no later read shows it less.
struct SeenPosition {
    private var epoch: String?
    private(set) var sequence: Int?

    /// Takes what an answer says of itself.
    mutating func see(_ meta: ReplyMeta) {
        guard let epoch = meta.epoch, let sequence = meta.sequence else { return }
        see(epoch: epoch, sequence: sequence)
    }

    /// Takes a position; one of another epoch replaces all before it.
    mutating func see(epoch: String, sequence: Int) {
        guard (0...RequestMeta.maxPosition).contains(sequence) else { return }
        self.sequence = epoch == self.epoch ? max(sequence, self.sequence ?? 0) : sequence
        self.epoch = epoch
    }
}
