import Messages
import Platform
import TestKit
import Testing
import WireJSON
import ZeroMQ
import ZeroMQPatterns

@testable import WorkerClient

@Suite struct RecentEventsTests {
    private func read(_ bytes: [UInt8]) throws -> CloudEvent {
        try #require(CloudEvent(JSONReader().read(bytes)))
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `an event is the one that its bytes say, whoever read them`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let recent = RecentEvents()
        var logs = [EventLog(epoch: "a", newest: 0)]
        var latest = [CloudEvent?](repeating: nil, count: 3)
        var places = [(log: Int, next: Int)](repeating: (0, 1), count: 3)
        for _ in latest { recent.join() }
        var shared = 0
        for _ in 0..<500 {
            if generator.chance(0.01) { logs.append(EventLog(epoch: "e\(logs.count)", newest: 0)) }
            let one = Int.random(in: 0..<3, using: &generator)
            if generator.chance(0.05) { places[one].next += 2 }
            if places[one].log + 1 < logs.count, generator.chance(0.1) { places[one] = (places[one].log + 1, 1) }
            var record = logs[places[one].log].record(places[one].next)
            // Another text for the same place: from another service, or one that was restored.
            if generator.chance(0.05) { record.time = 1_000 }
            var writer = JSONWriter()
            CloudEvent.write(record, source: "/juice-service", epoch: logs[places[one].log].epoch, to: &writer)
            let expected = try read(writer.bytes)
            if let event = recent.event(after: latest[one], writtenAs: writer.bytes.span) {
                #expect(event == expected && event.epoch == expected.epoch && event.sequence == expected.sequence)
                latest[one] = event
                shared += 1
            } else {
                recent.add(expected)
                latest[one] = expected
            }
            places[one].next += 1
        }
        #expect(shared > 0)
        for _ in latest { recent.leave() }
    }

    @Test func `nothing is kept for one subscriber alone`() throws {
        let recent = RecentEvents()
        let log = EventLog(epoch: "a", newest: 2)
        let (first, second) = (try log.event(1), try log.event(2))
        recent.join()
        recent.add(first)
        recent.add(second)
        #expect(recent.event(after: first, writtenAs: second.json.span) == nil)
        recent.join()
        recent.add(second)
        #expect(recent.event(after: first, writtenAs: second.json.span) == second)
        recent.leave()
        #expect(recent.event(after: first, writtenAs: second.json.span) == nil)
    }

    @Test func `what one of two subscribers has read, the other need not read`() throws {
        let recent = RecentEvents()
        let log = EventLog(epoch: "a", newest: 2)
        let (first, second) = (try log.event(1), try log.event(2))
        var codec = EventCodec(of: .juice, name: "a") { recent }
        var other = EventCodec(of: .juice, name: "b") { recent }
        codec.opened()
        other.opened()
        for event in [first, second] { _ = codec.read(ZMQMultipart(Array("juice.mango.".utf8), event.json)) }
        #expect(recent.event(after: first, writtenAs: second.json.span) == second)
        other.closed()
        #expect(recent.event(after: first, writtenAs: second.json.span) == nil)
    }

    @Test func `a signal is one word`() {
        #expect(MemoryLayout<SubscriberSignal>.size == MemoryLayout<Int>.size)
    }
}
