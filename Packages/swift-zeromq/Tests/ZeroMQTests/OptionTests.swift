import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(10)))
struct OptionTests {
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable (inout ZMQSocketOptions) -> Void
    }

    static let refused: [Change] = [
        Change(testDescription: "no send limit") { $0.sendHighWaterMark = 0 },
        Change(testDescription: "no receive limit") { $0.receiveHighWaterMark = 0 },
        Change(testDescription: "huge limit") { $0.receiveHighWaterMark = 1 << 40 },
        Change(testDescription: "no frame bytes") { $0.maximumFrameBytes = 0 },
        Change(testDescription: "unlimited frame bytes") { $0.maximumFrameBytes = -1 },
        Change(testDescription: "no frames") { $0.maximumFrames = 0 },
        Change(testDescription: "nobody may wait over ipc") { $0.backlog = 0 },
        Change(testDescription: "nobody may wait over TCP") { $0.tcpBacklog = 0 },
        Change(testDescription: "endless linger") { $0.linger = .milliseconds(-1) },
        Change(testDescription: "a month of linger") { $0.linger = .seconds(2_600_000) },
        Change(testDescription: "negative handshake") { $0.handshakeInterval = .seconds(-1) },
        Change(testDescription: "long time to live") { $0.heartbeatTimeToLive = .seconds(6554) },
        Change(testDescription: "negative reconnect") { $0.reconnectInterval = .seconds(-1) },
    ]

    @Test(arguments: refused)
    func `refuses a setting out of its range`(change: Change) async throws {
        try await withOwner { owner in
            let code = await owner.run { owner in
                var options = ZMQSocketOptions.router
                change.apply(&options)
                return #expect(throws: ZMQError.self) { try owner.node.makeRouter(options) }?.code
            }
            #expect(code == .invalidOption)
        }
    }

    @Test func `a full queue refuses the next message and loses none of those before`() async throws {
        try await withOwner { owner in
            let received = Inlet<ZMQMultipart>()
            let accepted = try await owner.run { owner in
                var routerOptions = ZMQSocketOptions.router
                routerOptions.receiveHighWaterMark = 5
                let router = try owner.node.makeRouter(routerOptions)
                try router.bind(.inproc(name: "full"))
                var options = ZMQSocketOptions.dealer
                options.sendHighWaterMark = 5
                let dealer = try owner.node.makeDealer(options)
                try dealer.connect(.inproc(name: "full"))
                var accepted = 0
                while true {
                    do throws(ZMQError) {
                        try dealer.send(message("\(accepted)"))
                        accepted += 1
                    } catch {
                        #expect(error.code == .wouldBlock)
                        break
                    }
                }
                owner.pump(router, into: received)
                owner.keep(dealer)
                return accepted
            }
            #expect(accepted == 10)
            for number in 0..<accepted {
                #expect(try await frames(received.next())[1] == "\(number)")
            }
        }
    }

    @Test func `names the library's version`() {
        #expect(ZMQVersion.library.major == 4)
        #expect(ZMQVersion.library.description.split(separator: ".").count == 3)
    }
}
