import Testing

@testable import ZeroMQPatterns

@Suite struct PublisherRotationTests {
    @Test func `the others are tried at once, and all again after pauses that grow`() {
        var rotation = PublisherRotation(count: 3)
        var places = [rotation.current]
        var pauses: [Duration] = []
        for _ in 0..<21 {
            let (pause, wasLast) = rotation.next()
            places.append(rotation.current)
            if wasLast { pauses.append(pause) } else { #expect(pause == .zero) }
        }
        #expect(places == (0...21).map { $0 % 3 })
        #expect(pauses == [100, 200, 400, 800, 1_600, 2_000, 2_000].map { .milliseconds($0) })
    }

    @Test func `one that is cut off is left, and the last stays for a while when all are`() {
        var rotation = PublisherRotation(count: 3)
        let moves = (0..<6).map { _ in rotation.isToLeaveCutOff() }
        #expect(moves == [true, true, false, false, false, true])
        rotation.followsLog()
        let isLeft = rotation.isToLeaveCutOff()
        #expect(isLeft)
    }

    @Test func `a word of a publisher begins the round anew`() {
        var rotation = PublisherRotation(count: 2)
        for _ in 0..<5 { _ = rotation.next() }
        rotation.heard()
        let (first, second) = (rotation.next(), rotation.next())
        #expect(first == (.zero, false))
        #expect(second == (.milliseconds(100), true))
    }
}
