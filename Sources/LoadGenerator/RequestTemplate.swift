internal import Messages
internal import WireJSON
internal import WorkerClient

/// A request of which only the id and the key change, so that writing one is copying bytes.
struct RequestTemplate: Sendable {
    private let head: [UInt8]
    private var tail: [UInt8]
    /// Where the key begins in the tail; `nil` for a read.
    private let keyPlace: Int?

    /// Makes the template of a method's requests.
    ///
    /// - Parameters:
    ///   - client: What every id begins with.
    ///   - isKeyed: Whether each gets a new idempotency key.
    ///   - timeout: The time that the service may take.
    init(of call: LoadCall, client: String, isKeyed: Bool, timeout: Duration) {
        head = Array("{\"jsonrpc\":\"2.0\",\"id\":\"\(client)".utf8)
        let key = isKeyed ? IdempotencyKey.make() : nil
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("method", call.method)
        if let params = call.params { writer.member("params", raw: params) }
        writer.member(
            "meta",
            RequestMeta(idempotencyKey: key, timeoutMilliseconds: max(1, Int(timeout / .milliseconds(1))))
        )
        writer.endObject()
        // Behind the id, which ends with its quote, the members go on.
        let tail = [UInt8(ascii: "\""), UInt8(ascii: ",")] + writer.bytes.dropFirst()
        self.tail = tail
        keyPlace = key.flatMap { key in
            let key = Array(key.utf8)
            // `meta` comes last, and the key is random: no other member ends in it.
            return tail.indices.last { tail[$0...].starts(with: key) }
        }
    }

    /// Writes a request.
    ///
    /// - Parameter bytes: Replaced.
    mutating func write(due: Int, number: Int, to bytes: inout [UInt8]) {
        if let keyPlace {
            var place = keyPlace
            for byte in IdempotencyKey.make().utf8 {
                tail[place] = byte
                place += 1
            }
        }
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: head)
        LoadRequestID.append(due: due, number: number, to: &bytes)
        bytes.append(contentsOf: tail)
    }
}

/// The id of a benchmark's request, by which its event is known too: `<client>-<due>-<number>`.
struct LoadRequestID: Hashable {
    /// The name of the client: digits and lower-case letters, for this run alone.
    let client: Substring
    /// When it was due, in microseconds of the monotonic clock.
    let due: Int
    /// Its number, from 0.
    let number: Int

    /// Reads an id; `nil` for one of someone else.
    init?(_ id: String) {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let due = Int(parts[1]), let number = Int(parts[2]), due >= 0, number >= 0 else {
            return nil
        }
        (client, self.due, self.number) = (parts[0], due, number)
    }

    /// Appends what follows a client's name in an id.
    static func append(due: Int, number: Int, to bytes: inout [UInt8]) {
        for value in [due, number] {
            bytes.append(UInt8(ascii: "-"))
            let start = bytes.count
            var rest = value
            repeat {
                bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
                rest /= 10
            } while rest > 0
            bytes[start...].reverse()
        }
    }
}
