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
    ///   - params: One JSON object; `nil` for none.
    ///   - isKeyed: Whether each gets a new idempotency key.
    ///   - timeout: The time that the service may take.
    init(client: String, method: String, params: [UInt8]?, isKeyed: Bool, timeout: Duration) {
        head = Array("{\"jsonrpc\":\"2.0\",\"id\":\"\(client)".utf8)
        let key = isKeyed ? IdempotencyKey.make() : nil
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("method", method)
        if let params { writer.member("params", raw: params) }
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
        LoadMark.append(due: due, number: number, to: &bytes)
        bytes.append(contentsOf: tail)
    }
}
