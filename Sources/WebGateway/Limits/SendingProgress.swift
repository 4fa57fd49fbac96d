internal import Glibc
internal import NIOCore

/// What a connection has written and not sent yet, and when it sent something last.
struct SendingProgress {
    enum Look: Hashable {
        /// Nothing is sent any more.
        case end
        case lookAgain(after: TimeAmount)
    }

    /// Bytes that are small next to what a connection has waiting anyway: their end is noted with that of their answer.
    private static let small = 16 << 10
    /// The time between two looks at what the system has left to send.
    private static let interval = TimeAmount.seconds(1)

    private var hasLength = false
    /// Bytes whose end is not noted by themselves.
    private var gathered = 0
    /// Writes that the system has not taken yet.
    private var writes = 0
    private var lastProgress = NIODeadline.now()
    /// What the system had left to send at the last look; 0 when it was not looked at.
    private var left = 0

    /// An answer begins.
    ///
    /// - Parameter hasLength: Whether its end follows soon.
    mutating func begin(hasLength: Bool) { self.hasLength = hasLength }

    /// Some bytes of a body are written.
    ///
    /// - Returns: How many are to be noted when these are sent; `nil` for none before the next.
    mutating func add(_ count: Int) -> Int? {
        gathered += count
        return hasLength && count < Self.small ? nil : take()
    }

    /// How many bytes are to be noted when what is written now is sent.
    mutating func take() -> Int {
        if writes == 0 { lastProgress = .now() }
        writes += 1
        defer { gathered = 0 }
        return gathered
    }

    /// The system has taken a write.
    mutating func note() {
        writes -= 1
        lastProgress = .now()
    }

    /// Whether something waits of which nothing was sent for some time.
    func isStuck(_ now: NIODeadline, for time: TimeAmount) -> Bool { writes > 0 && lastProgress + time <= now }

    /// Looks at what the system has left to send of all that was written.
    ///
    /// - Parameters:
    ///   - wait: The time for which the connection stays when all was sent.
    ///   - stallTime: The time for which it stays when nothing is taken.
    mutating func look(_ context: ChannelHandlerContext, wait: TimeAmount, stallTime: TimeAmount) -> Look {
        let now = NIODeadline.now()
        let before = left
        left = Self.unsent(context)
        guard left > 0 else { return before > 0 ? .lookAgain(after: wait) : .end }
        if left != before { lastProgress = now }
        return lastProgress + stallTime <= now ? .end : .lookAgain(after: min(Self.interval, wait))
    }

    /// Bytes that the system has and that the other end has not acknowledged (SIOCOUTQ of tcp(7), unix(7)).
    private static func unsent(_ context: ChannelHandlerContext) -> Int {
        var count: CInt = 0
        let result = try? context.channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { ioctl($0, UInt(TIOCOUTQ), &count) }
        return result == 0 ? Int(count) : 0
    }
}
