import ZeroMQ

/// Numbered messages as fast as they go, and what becomes of them when connections end.
struct Flood {
    let job: Job
    let node: ZMQNode

    /// The number, the same inverted, so that a broken message is noticed, and as much again as a queue has to allocate for.
    private static let size = 64
    private static let end = UInt64.max

    private func write(_ number: UInt64, to message: inout ZMQMultipart) {
        message.removeAll()
        var frame = [UInt8](repeating: 0, count: Self.size)
        for byte in 0..<8 {
            frame[byte] = UInt8(truncatingIfNeeded: number >> (8 * byte))
            frame[8 + byte] = ~frame[byte]
        }
        message.append(frame)
    }

    /// Its last frame is what was sent: a ROUTER has put a name before it.
    private func number(in message: borrowing ZMQMultipart) -> UInt64? {
        guard message.count > 0, message.size(of: message.count - 1) == Self.size else { return nil }
        let frame = message.span(of: message.count - 1)
        var number: UInt64 = 0
        for byte in 0..<8 {
            guard frame[8 + byte] == ~frame[byte] else { return nil }
            number |= UInt64(frame[byte]) << (8 * byte)
        }
        return number
    }

    /// Sends so many, and then the end until nobody asks for it any more.
    ///
    /// One that is refused is not sent again.
    func send(_ socket: some ZMQSendingSocket) async throws {
        var message = ZMQMultipart()
        var (taken, refused) = (0, 0)
        for attempt in 0..<job.count {
            write(UInt64(taken), to: &message)
            if trySend(message, socket) {
                taken += 1
            } else {
                refused += 1
                await pause()
            }
            // Others of the node have their turn.
            if attempt % 1_024 == 0 { await pause(.zero) }
        }
        InteropPeer.say("sent \(taken) refused \(refused)")
        write(Self.end, to: &message)
        while true {
            _ = trySend(message, socket)
            await pause()
        }
    }

    private func trySend(_ message: borrowing ZMQMultipart, _ socket: some ZMQSendingSocket) -> Bool {
        do throws(ZMQError) {
            try socket.send(message)
            return true
        } catch {
            return false
        }
    }

    /// Takes what comes until the end, and says which numbers that were.
    func collect(_ socket: some ZMQReceivingSocket) async throws {
        var received = Numbers()
        var broken = 0
        while true {
            let message = try await socket.receive()
            guard let number = number(in: message) else {
                broken += 1
                continue
            }
            if number == Self.end { break }
            received.insert(number)
        }
        // What came over earlier connections may be queued beside the end.
        var message = ZMQMultipart()
        while try receive(socket, into: &message) {
            if let number = number(in: message), number != Self.end { received.insert(number) }
        }
        let runs = received.ranges.map { "\($0.lowerBound)..<\($0.upperBound)" }
        InteropPeer.say("received broken \(broken) repeated \(received.repeated) runs \(runs.joined(separator: " "))")
    }

    private func receive(_ socket: some ZMQReceivingSocket, into message: inout ZMQMultipart) throws -> Bool {
        try socket.receive(into: &message)
    }

    private func pause(_ time: Duration = .milliseconds(1)) async {
        await withCheckedContinuation { continuation in
            node.schedule(after: time) { continuation.resume() }
        }
    }
}

/// A set of numbers as few ranges: they come in their order, but for some.
private struct Numbers {
    private(set) var ranges: [Range<UInt64>] = []
    private(set) var repeated = 0

    mutating func insert(_ number: UInt64) {
        // The last one that begins at or before it.
        var index = ranges.count
        while index > 0, ranges[index - 1].lowerBound > number { index -= 1 }
        if index > 0, ranges[index - 1].contains(number) { return repeated += 1 }
        let followsBefore = index > 0 && ranges[index - 1].upperBound == number
        let precedesNext = index < ranges.count && ranges[index].lowerBound == number + 1
        switch (followsBefore, precedesNext) {
        case (true, true):
            ranges[index - 1] = ranges[index - 1].lowerBound..<ranges[index].upperBound
            ranges.remove(at: index)
        case (true, false): ranges[index - 1] = ranges[index - 1].lowerBound..<number + 1
        case (false, true): ranges[index] = number..<ranges[index].upperBound
        case (false, false): ranges.insert(number..<number + 1, at: index)
        }
    }
}
