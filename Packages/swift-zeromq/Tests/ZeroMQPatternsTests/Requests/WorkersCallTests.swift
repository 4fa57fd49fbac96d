import Testing

@testable import ZeroMQPatterns

/// What becomes of calls to a service with several workers.
@Suite struct WorkersCallTests {
    // MARK: Who takes writes

    @Test(arguments: [false, true])
    func `a write goes at once to the worker that a replica names`(isKeyed: Bool) {
        var script = WorkersScript()
        let call = script.begin(isWrite: true, isKeyed: isKeyed)
        script.refuse(call, from: 0, .notActive, active: "c")
        #expect(script.take() == [0, 2])
        script.answer(call, from: 2)
        #expect(script.endings == [.answered])
        script.begin(isWrite: true)
        #expect(script.take() == [2])
    }

    @Test func `a write goes around where replicas name nobody`() {
        var script = WorkersScript()
        let call = script.begin(isWrite: true)
        script.refuse(call, from: 0, .notActive)
        script.refuse(call, from: 1, .notActive, active: "elsewhere")
        #expect(script.take() == [0, 1, 2])
        script.answer(call, from: 2)
        #expect(script.endings == [.answered])
    }

    @Test func `workers that send a write around are asked again after pauses only`() {
        var script = WorkersScript(["a", "b"])
        let call = script.begin(isWrite: true, isKeyed: true, timeout: .seconds(10))
        var sends = 0
        while script.ends.isEmpty {
            let places = script.take()
            sends += places.count
            for place in places { script.refuse(call, from: place, .notActive, active: place == 0 ? "b" : "a") }
            // Nothing is sent before time passes, unless to the other one.
            let more = script.take()
            sends += more.count
            for place in more { script.refuse(call, from: place, .notActive, active: place == 0 ? "b" : "a") }
            #expect(script.take() == [])
            script.wait()
        }
        #expect((10...100).contains(sends))
        #expect(script.endings == [.refused(by: sends - 1)])
    }

    @Test func `writes that found nobody go at once when one of them finds who takes writes`() {
        var script = WorkersScript(["a", "b"])
        let calls = (0..<40).map { _ in script.begin(isWrite: true, isKeyed: true) }
        for call in calls { script.refuse(call, from: 0, .notActive) }
        for call in calls { script.refuse(call, from: 1, .notActive) }
        _ = script.take()
        let found = script.begin(isWrite: true, isKeyed: true)
        let place = script.take()[0]
        script.answer(found, from: place)
        #expect(script.take() == Array(repeating: place, count: 40))
    }

    @Test func `writes that found nobody go at once when the one that was named is there`() {
        var script = WorkersScript(["a", "b"], isConnected: false)
        script.connect(1)
        let call = script.begin(isWrite: true)
        script.refuse(call, from: 1, .notActive, active: "a")
        #expect(script.take() == [1])
        script.connect(0)
        #expect(script.take() == [0])
    }

    @Test func `a write whose worker is gone goes to the next, and its outcome is still one of both`() {
        var script = WorkersScript()
        let call = script.begin(isWrite: true, isKeyed: true)
        script.lose(0)
        #expect(script.take() == [0, 1])
        script.refuse(call, from: 1, .shortage)
        #expect(script.endings == [.outcomeUnknown])
    }

    @Test func `a write without a key whose worker is gone is not sent to another`() {
        var script = WorkersScript()
        let call = script.begin(isWrite: true)
        script.refuse(call, from: 0, .notActive, active: "b")
        script.lose(0)
        #expect(script.ends.isEmpty)
        script.lose(1)
        #expect(script.endings == [.outcomeUnknown])
        #expect(script.take() == [0, 1])
    }

    @Test(arguments: CallRefusal.all.filter { $0 != .notActive })
    func `a write without a key is sent once, whatever other refusal it gets`(refusal: CallRefusal) {
        var script = WorkersScript()
        let call = script.begin(isWrite: true)
        script.refuse(call, from: 0, refusal)
        script.pass(.seconds(10))
        #expect(script.take() == [0] && script.ends.count == 1)
    }

    @Test func `a write without an answer goes to another when its worker is silent, and back to who is named`() {
        var script = WorkersScript(["a", "b"])
        let call = script.begin(isWrite: true, isKeyed: true)
        script.wait()
        #expect(script.take() == [0, 1])
        // The silent one is left alone, so that is no help yet.
        script.refuse(call, from: 1, .notActive, active: "a")
        #expect(script.take() == [])
        script.wait()
        #expect(script.take() == [1])
        script.answer(call, from: 0)
        #expect(script.endings == [.answered])
    }

    @Test func `a write without an answer stays with a worker that answers others`() {
        var script = WorkersScript(["a", "b"])
        script.begin(isWrite: true, isKeyed: true)
        script.pass(.milliseconds(500))
        let other = script.begin(isWrite: true, isKeyed: true)
        script.answer(other, from: 0)
        script.wait()
        #expect(script.take() == [0, 0, 0])
    }

    @Test(arguments: [CallRefusal.storageUnavailable, .commitUnknown])
    func `a worker that cannot store is not the only one that is asked`(_ refusal: CallRefusal) {
        var script = WorkersScript(["a", "b"])
        let call = script.begin(isWrite: true, isKeyed: true)
        script.refuse(call, from: 0, refusal)
        #expect(script.take() == [0])
        script.wait()
        #expect(script.take() == [1])
        script.answer(call, from: 1)
        #expect(script.endings == [.answered])
    }

    @Test func `a refusal for good ends a write although another worker has nothing to say`() {
        var script = WorkersScript(["a", "b"])
        let call = script.begin(isWrite: true, isKeyed: true)
        script.wait()
        #expect(script.take() == [0, 1])
        script.refuse(call, from: 0, .invalid)
        #expect(script.ends.isEmpty)
        script.refuse(call, from: 1, .notActive)
        #expect(script.endings == [.refused(by: 0)])
    }

    // MARK: Reads

    @Test func `reads go to all workers, and to who has the fewest out`() {
        var script = WorkersScript()
        let calls = (0..<6).map { _ in script.begin(isWrite: false) }
        #expect(script.take() == [1, 2, 0, 1, 2, 0])
        script.answer(calls[0], from: 1)
        script.answer(calls[3], from: 1)
        for _ in 0..<2 { script.begin(isWrite: false) }
        #expect(script.take() == [1, 1])
    }

    @Test func `a read that one worker cannot answer goes to the others at once, then waits`() {
        var script = WorkersScript()
        let call = script.begin(isWrite: false)
        for place in [1, 2, 0] { script.refuse(call, from: place, .behind) }
        #expect(script.take() == [1, 2, 0])
        #expect(script.ends.isEmpty)
        script.wait()
        let place = script.take()[0]
        script.answer(call, from: place)
        #expect(script.endings == [.answered])
    }

    @Test func `a read without an answer goes to another worker, which gets the next ones too`() {
        var script = WorkersScript(["a", "b"])
        script.begin(isWrite: false)
        script.wait()
        #expect(script.take() == [1, 0])
        for _ in 0..<3 { script.begin(isWrite: false) }
        #expect(script.take() == [0, 0, 0])
    }

    @Test func `a read without an answer goes to another worker, also when its own answers others`() {
        var script = WorkersScript(["a", "b"])
        // The other one has more to do.
        for _ in 0..<3 { script.begin(isWrite: true) }
        let (first, second) = (script.begin(isWrite: false), script.begin(isWrite: false))
        script.pass(.milliseconds(500))
        script.answer(second, from: 1)
        #expect(script.take() == [0, 0, 0, 1, 1])
        script.wait()
        #expect(script.take() == [0])
        script.answer(first, from: 0)
        #expect(script.endings == [.answered, .answered])
    }

    @Test func `a read whose worker is gone goes to another at once`() {
        var script = WorkersScript(["a", "b"])
        script.begin(isWrite: false)
        script.lose(1)
        #expect(script.take() == [1, 0])
    }

    @Test func `an answer counts from whichever worker it comes, and only once`() {
        var script = WorkersScript(["a", "b"])
        let call = script.begin(isWrite: false)
        script.wait()
        script.refuse(call, from: 0, .overloaded)
        #expect(script.ends.isEmpty)
        script.answer(call, from: 1)
        script.answer(call, from: 0)
        #expect(script.endings == [.answered])
        #expect(script.machine.statistics.lateReplies == 1)
    }

    @Test func `a refusal from a worker that was not asked is nobody's answer`() {
        var script = WorkersScript(["a", "b"])
        let call = script.begin(isWrite: false)
        script.refuse(call, from: 0, .unknownThing)
        #expect(script.ends.isEmpty)
        #expect(script.machine.statistics.lateReplies == 1)
    }

    // MARK: Connections

    @Test func `reads pass a write that waits for its worker to take something`() {
        var script = WorkersScript(["a", "b"])
        let write = script.begin(isWrite: true)
        _ = script.take()
        script.machine.blocked(write, at: 0)
        script.begin(isWrite: true)
        script.begin(isWrite: false)
        #expect(script.take() == [1])
        script.machine.writable(at: 0)
        script.pump()
        #expect(script.take() == [0])
    }

    @Test func `a write that waits for a worker goes to another when that one does not answer`() {
        var script = WorkersScript(["a", "b"])
        let first = script.begin(isWrite: true, isKeyed: true)
        script.machine.blocked(first, at: 0)
        script.begin(isWrite: true)
        #expect(script.take() == [0])
        script.wait()
        // The one that waited, and the one without an answer.
        #expect(script.take() == [1, 1])
    }

    @Test func `a write that may still be answered is waited for to the end`() {
        var script = WorkersScript(["a", "b"])
        let call = script.begin(isWrite: true, isKeyed: true, timeout: .milliseconds(1_500))
        script.wait()
        #expect(script.take() == [0, 1])
        for _ in 0..<20 where script.ends.isEmpty {
            script.refuse(call, from: 1, .notActive, active: "a")
            #expect(script.ends.isEmpty)
            script.wait()
        }
        #expect(script.endings == [.outcomeUnknown])
        #expect(script.elapsed == .milliseconds(1_500))
    }

    @Test func `calls are unreachable only when nobody is there at any endpoint`() {
        for isThere in [false, true] {
            var script = WorkersScript(["a", "b"], isConnected: false)
            if isThere { script.machine.accepted(at: 1) }
            script.begin(isWrite: false, timeout: .seconds(2))
            script.wait()
            #expect(script.endings == [isThere ? .timedOut : .unreachable])
        }
    }

    @Test func `a worker that does not admit us ends no call while another may`() {
        var script = WorkersScript(["a", "b"], isConnected: false)
        script.begin(isWrite: false)
        let ends = (0..<2).map { script.machine.notAdmitted(at: $0, now: script.now).map(\.ending) }
        #expect(ends == [[], [.notAdmitted]])
    }
}
