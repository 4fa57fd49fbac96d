import Messages
import Testing

struct ServiceNameTests {
    @Test func `a service of the suite is known by its word, and says its program and its source`() {
        #expect(ServiceName.suite.map(\.rawValue) == ["juice", "calc", "expo", "market"])
        for service in ServiceName.suite {
            #expect(ServiceName(rawValue: service.rawValue) == service)
            #expect(service.program == "\(service)-service" && service.source == "/\(service)-service")
        }
    }

    @Test(arguments: ["a", "counter", "order-2", "juice-service", "a" + String(repeating: "-", count: 31)])
    func `any other service may have a name of its own`(_ word: String) throws {
        #expect(try #require(ServiceName(rawValue: word)).program == "\(word)-service")
    }

    @Test(
        arguments: [
            "", "Juice", "1juice", "-juice", "ju ice", "ju.ice", "juice/", "주스", "ju\u{301}ice",
            "a" + String(repeating: "-", count: 32),
            "service", "rpc", "events", "all", "local", "web", "gateway",
        ]
    )
    func `a word that means something else, or could not be part of a file's name, names no service`(_ word: String) {
        #expect(ServiceName(rawValue: word) == nil)
    }

    @Test func `only what is wrong with the content itself is final`() {
        let final = ErrorReason.suite.filter(\.isFinal)
        #expect(final == [.invalidParams, .idempotencyKeyReused, .unknownFruit, .unknownJuice])
        #expect(final.allSatisfy { $0.retry == .never && $0.outcome == .notApplied })
    }
}
