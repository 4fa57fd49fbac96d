import Testing

@testable import ZeroMQPatterns

@Suite struct RingQueueTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `it does what an array does, however it turns`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var queue = RingQueue<Int>()
        var model: [Int] = []
        for step in 0..<2_000 {
            switch Int.random(in: 0..<100, using: &generator) {
            case 0:
                queue.removeAll()
                model.removeAll()
            case 1..<40:
                queue.append(step)
                model.append(step)
            case 40..<60:
                queue.prepend(step)
                model.insert(step, at: 0)
            default: #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
            }
            #expect(queue.count == model.count && queue.first == model.first && queue.last == model.last)
        }
    }
}
