import Messages
import TestKit
import Testing
import WireJSON
import WorkerEngine

@Suite struct EventsReplayTests {
    private func replay(_ bench: EngineBench, _ params: String) throws -> JSONNode {
        try #require(
            try bench.one(#"{"jsonrpc":"2.0","id":1,"method":"events.replay","params":\#(params)}"#)
        )
    }

    @Test func `a replayed event is the published one, byte for byte`() throws {
        let bench = try EngineBench()
        _ = try bench.iterate(bench.add(1), bench.add(2))
        bench.clock.moment.wall += 5
        _ = try bench.one(bench.add(3))
        let events = try #require(try replay(bench, #"{"after":0}"#).result?["events"])
        let replayed = events.elements.map { $0.jsonBytes }
        let published = bench.published.map { record in
            var writer = JSONWriter()
            CloudEvent.write(record, source: bench.service.name.source, epoch: bench.journal.epoch, to: &writer)
            return writer.bytes
        }
        #expect(replayed == published)
        #expect(published.count == 3)
    }

    @Test func `pages follow each other to the head`() throws {
        let bench = try EngineBench()
        for _ in 0..<5 { _ = try bench.one(bench.add(1)) }
        var after = 0
        var sequences: [Int] = []
        for isComplete in [false, false, true] {
            let page = try #require(try replay(bench, #"{"after":\#(after),"limit":2}"#).result)
            sequences += page["events"]?.elements.compactMap { CloudEvent($0)?.sequence } ?? []
            after = try #require(page["next"]?.integer)
            #expect(page["complete"]?.boolean == isComplete)
        }
        #expect(sequences == [1, 2, 3, 4, 5])
    }

    @Test func `a small hole costs a small replay`() throws {
        let bench = try EngineBench()
        for _ in 0..<40 { _ = try bench.one(bench.add(1)) }
        let page = try replay(bench, #"{"after":3,"limit":2}"#).result
        #expect(page?["events"]?.count == 2)
        #expect(bench.journal.eventsRead == 2)
    }

    @Test func `a page that is full costs no more than it gives`() throws {
        let bench = try EngineBench()
        let batch = "[" + (0..<100).map { _ in bench.add(1) }.joined(separator: ",") + "]"
        for _ in 0..<9 { _ = try bench.iterate(batch) }
        #expect(bench.journal.lastSequence == 900)
        let page = try replay(bench, #"{"after":0}"#).result
        let count = try #require(page?["events"]?.count)
        #expect((500..<900).contains(count))
        #expect(bench.journal.eventsRead == count)
        #expect(page?["next"]?.integer == count && page?["complete"]?.boolean == false)
    }

    @Test func `a filter leaves events out and still comes to the head`() throws {
        let bench = try EngineBench()
        _ = try bench.iterate(bench.add(1), bench.add(1))
        let page = try replay(bench, #"{"after":0,"topics":["juice.stock.changed.num."]}"#).result
        #expect(page?["events"]?.count == 0)
        #expect(page?["next"]?.integer == 2 && page?["complete"]?.boolean == true)
        let all = try replay(bench, #"{"after":0,"topics":["nothing","juice.stock"]}"#).result
        #expect(all?["events"]?.count == 2)
    }

    @Test(arguments: [99, Int.max - 1, Int.max])
    func `a position above the head is brought back to it`(position: Int) throws {
        let bench = try EngineBench()
        _ = try bench.one(bench.add(1))
        let page = try replay(bench, #"{"after":\#(position)}"#).result
        #expect(page?["next"]?.integer == 1 && page?["complete"]?.boolean == true)
    }

    @Test(arguments: [
        #"{}"#, #"{"after":-1}"#, #"{"after":0,"limit":0}"#, #"{"after":0,"limit":1001}"#,
        #"{"after":0,"topics":[]}"#, #"{"after":0,"topics":[1]}"#, #"{"after":0,"topics":"a"}"#,
    ])
    func `refuses what is out of range`(params: String) throws {
        let bench = try EngineBench()
        #expect(try replay(bench, params).reason == "INVALID_PARAMS")
    }
}
