import Messages
import Testing
import WireJSON

@Suite struct ReplyTests {
    private static func written(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [(nil, nil), ("e\"\\", nil), (nil, 0), ("e", 1_042)] as [(String?, Int?)], [false, true])
    func `a reply says of itself what its meta says`(position: (epoch: String?, sequence: Int?), isReplayed: Bool)
        throws
    {
        let (epoch, sequence) = position
        let meta = ReplyMeta(source: "/s", epoch: epoch, sequence: sequence, isReplayed: isReplayed)
        let text = Self.written { writer in
            ReplyWriter(source: "/s", epoch: epoch)
                .write(
                    result: Array("[1]".utf8)[...],
                    id: .string("a\"b"),
                    sequence: sequence,
                    isReplayed: isReplayed,
                    to: &writer
                )
        }
        #expect(text == #"{"jsonrpc":"2.0","id":"a\"b","result":[1],"meta":\#(Self.written { $0.value(meta) })}"#)
        #expect(try Reply(JSONReader().read(text))?.meta == meta)
    }

    @Test func `a refusal of what has no id has the id null`() throws {
        let text = Self.written { writer in
            let error = RPCError(.parseError, "no")
            ReplyWriter(source: "/s").write(error: error, id: nil, isKeyed: false, to: &writer)
        }
        #expect(text.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"#))
        #expect(text.hasSuffix(#","meta":{"source":"/s"}}"#))
        let reply = try #require(try Reply(JSONReader().read(text)))
        #expect(reply.id == nil)
        #expect(throws: RPCError.self) { try reply.outcome.get() }
    }

    @Test func `replies written one behind the other in an array are parted by commas`() {
        let text = Self.written { writer in
            writer.beginArray()
            for id in 1...2 {
                ReplyWriter(source: "/s").write(result: [UInt8(ascii: "7")], id: .integer(id), to: &writer)
            }
            writer.endArray()
        }
        let replies = (1...2).map { #"{"jsonrpc":"2.0","id":\#($0),"result":7,"meta":{"source":"/s"}}"# }
        #expect(text == "[\(replies.joined(separator: ","))]")
    }
}
