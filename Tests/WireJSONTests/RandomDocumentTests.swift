import Platform
import Testing
import WireJSON

@Suite struct RandomDocumentTests {
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func `whatever is written is read back the same`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let reader = JSONReader()
        var writer = JSONWriter()
        for _ in 0..<250 {
            let tree = RandomTree(depth: 5, using: &generator)
            writer.removeAll()
            tree.write(to: &writer)
            guard writer.bytes.count <= JSONLimits().bytes else { continue }
            let node = try reader.read(writer.bytes)
            #expect(RandomTree(node) == tree)
            #expect(written(node) == String(decoding: writer.bytes, as: UTF8.self))
            let form = canonical(node)
            #expect(RandomTree(try reader.read(form)) == tree)
            #expect(canonical(try reader.read(form)) == form)
        }
    }

    /// 100 000 damaged texts in all: each is refused with a place inside it, or is whole in every part.
    @Test(arguments: [11, 12, 13, 14, 15, 16, 17, 18, 19, 20] as [UInt64])
    func `a damaged text is refused or read whole, and never a crash`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let reader = JSONReader()
        var writer = JSONWriter()
        var refused = 0
        var texts = 0
        while texts < 10_000 {
            writer.removeAll()
            RandomTree(depth: 3, using: &generator).write(to: &writer)
            guard 1...2_000 ~= writer.bytes.count else { continue }
            for _ in 0..<50 {
                texts += 1
                let bytes = damaged(writer.bytes, using: &generator)
                if let error = refusal(of: bytes, by: reader) {
                    refused += 1
                    #expect((0...bytes.count).contains(error.offset))
                } else {
                    let form = canonical(try reader.read(bytes))
                    #expect(canonical(try reader.read(form)) == form)
                }
            }
        }
        #expect(refused > texts / 4)
    }

    private func damaged(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes.removeSubrange(position...)
        case 1: bytes[position] = UInt8.random(in: 0...255, using: &generator)
        case 2: bytes.remove(at: position)
        case 3: bytes[position] = Array(#"{}[]:,"\ 0u"#.utf8).randomElement(using: &generator) ?? 0
        default:
            let other = Int.random(in: 0..<bytes.count, using: &generator)
            bytes.insert(contentsOf: Array(bytes[min(position, other)...max(position, other)]), at: position)
        }
        return bytes
    }
}
