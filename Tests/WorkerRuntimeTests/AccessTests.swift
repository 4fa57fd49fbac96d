import Journal
import Messages
import TestKit
import Testing
import WireJSON
import ZeroMQ

@testable import WorkerEngine

/// Who may do what, and what is noted of it.
@Suite struct AccessTests {
    private let bench: IterationBench<VisitorService>

    init() throws {
        bench = try IterationBench(VisitorService())
    }

    private func visit(as role: PeerRole?) {
        let peer = role.map { PeerAccess(name: "\($0)er", role: $0, transport: .curve) }
        bench.peer = peer
    }

    private func call(_ method: String, id: Int = 1, key: String? = nil) -> String {
        let meta = key.map { #","meta":{"idempotencykey":"\#($0)"}"# } ?? ""
        return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"\#(meta)}"#
    }

    @Test(arguments: PeerRole.allCases)
    func `each role may do what it names and what is below it, and the handlers know who asks`(role: PeerRole) throws {
        visit(as: role)
        let needs: [(String, PeerRole)] = [
            ("visitor.read", .read), ("visitor.attach", .read), ("visitor.history", .read), ("visitor.order", .order),
            ("visitor.operate", .operate), ("visitor.list", .operate),
        ]
        for (method, needed) in needs {
            let reply = try bench.one(call(method))
            if needed <= role {
                #expect(reply?.result?.string == "\(role)er", "\(method)")
            } else {
                #expect(reply?.reason == "PERMISSION_DENIED", "\(method)")
            }
        }
        #expect(try bench.one(call("service.ping"))?.result != nil)
        #expect(try bench.one(call("service.drain"))?.reason == (role == .operate ? nil : "PERMISSION_DENIED"))
        #expect(bench.engine.admission.isDrainRequested == (role == .operate))
    }

    @Test func `who may not be here is told nothing but that`() throws {
        visit(as: nil)
        for method in [
            "visitor.read", "visitor.operate", "service.ping", "service.drain", "no.such", "visitor.prepare",
        ] {
            #expect(try bench.one(call(method))?.reason == "UNAUTHENTICATED", "\(method)")
        }
        #expect(bench.started.isEmpty && !bench.engine.admission.isDrainRequested)
    }

    @Test func `work that is done elsewhere belongs to whoever asked for it`() throws {
        visit(as: .order)
        #expect(try bench.one(call("visitor.prepare")) == nil)
        visit(as: .operate)
        #expect(try bench.finish()[0]?.result?.string == "orderer, orderer")
    }

    // MARK: What is noted

    /// Sends texts as one iteration, and what is noted of it: who, what, by which key, and what came of it.
    private func audit(_ texts: String...) -> [String] {
        for text in texts {
            let message = ZMQMultipart(Array("peer".utf8), [], Array(text.utf8))
            bench.engine.take(message, from: bench.peer)
        }
        return audit()
    }

    private func audit() -> [String] {
        bench.engine.commit()
        var notes: [String] = []
        bench.engine.forEachAudit { notes.append("\($0.peer.name) \($0.method) \($0.key ?? "-") \($1)") }
        bench.engine.endIteration()
        return notes
    }

    @Test func `every write is noted with what came of it, and no read`() throws {
        visit(as: .order)
        let notes = audit(call("visitor.order", key: "k"), call("visitor.read"), call("visitor.operate"))
        #expect(notes == ["orderer visitor.order k ok", "orderer visitor.operate - PERMISSION_DENIED"])
        #expect(audit(call("service.drain")) == ["orderer service.drain - PERMISSION_DENIED"])
    }

    @Test func `a write that is asked again under its key is noted as that`() throws {
        visit(as: .order)
        #expect(audit(call("visitor.order", key: "k")) == ["orderer visitor.order k ok"])
        #expect(audit(call("visitor.order", key: "k")) == ["orderer visitor.order k repeated"])
        let notes = audit(call("visitor.order", key: "n"), call("visitor.order", key: "n"))
        #expect(notes == ["orderer visitor.order n ok", "orderer visitor.order n repeated"])
    }

    @Test func `a write that could not be stored is not noted as done`() throws {
        visit(as: .order)
        bench.journal.failure = StorageError(.full, "the disk is full")
        #expect(audit(call("visitor.order")) == ["orderer visitor.order - STORAGE_UNAVAILABLE"])
    }

    @Test func `work that is done elsewhere is noted when it is done`() throws {
        visit(as: .order)
        #expect(audit(call("visitor.prepare")) == [])
        var jobs: [Int] = []
        bench.engine.forEachStartedJob { id, _, work in
            work()
            jobs.append(id)
        }
        #expect(jobs.count == 1)
        for id in jobs { bench.engine.finish(id) }
        #expect(audit() == ["orderer visitor.prepare - ok"])
    }

    @Test func `the user's own writes are noted only where that was asked for`() throws {
        bench.peer = .local
        #expect(audit(call("visitor.order")) == [])
        bench.engine.auditsLocal = true
        #expect(audit(call("visitor.order")) == ["local visitor.order - ok"])
    }
}
