import ReplicatedLog
import Testing

struct StreamDefinitionTests {
    private let definition = StreamDefinition(
        of: Array("mango".utf8),
        levels: [.init(item: "mango", quantity: 10), .init(item: "레몬", quantity: -1)]
    )

    @Test func `a definition is read as it was written, in these bytes`() throws {
        let payload = definition.payload
        #expect(payload.format == 4)
        #expect(try StreamDefinition(payload) == definition)
        let tail: [UInt8] = [0, 5] + Array("mango".utf8) + [0, 0, 0, 0, 0, 0, 0, 10] + [0, 6] + Array("레몬".utf8)
        #expect(Array(payload.body.dropFirst(32)) == tail + [UInt8](repeating: 255, count: 8))
    }

    @Test func `a row that is cut off is damaged, and another format is something else`() throws {
        let body = Array(definition.payload.body)
        for count in [0, 31, 33, 38, 46, body.count - 1] {
            #expect(throws: LogError.self) { try StreamDefinition(LogPayload(format: 4, body.prefix(count))) }
        }
        #expect(try StreamDefinition(LogPayload(format: 3, body)) == nil)
    }

    @Test func `other rules have another digest, whatever the levels`() {
        let other = StreamDefinition(of: Array("lemon".utf8), levels: definition.levels)
        #expect(other.digest != definition.digest)
    }
}
