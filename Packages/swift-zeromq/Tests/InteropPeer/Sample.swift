import ZeroMQ

/// The messages that all peers of the tests send: each knows what the next has to be.
enum Sample {
    /// None, one byte, the longest short frame of ZMTP, the shortest long one, and one that is sent in pieces.
    static let sizes = [0, 1, 255, 256, 66_000]

    static func message(_ number: Int, topic: String = "a.", envelope: [String] = []) -> ZMQMultipart {
        var message = ZMQMultipart()
        for frame in envelope { message.append(utf8: frame) }
        message.append(utf8: topic)
        message.append(utf8: "\(number)")
        message.append([UInt8](repeating: UInt8(number & 255), count: sizes[number % sizes.count]))
        return message
    }

    /// The number of a message that was published, if it is a whole one.
    static func number(of message: ZMQMultipart) -> Int? {
        guard message.count == 3, let number = Int(String(decoding: message.frame(1), as: UTF8.self)) else {
            return nil
        }
        let expected = Sample.message(number)
        return (0..<3).allSatisfy { message.frame($0) == expected.frame($0) } ? number : nil
    }
}
