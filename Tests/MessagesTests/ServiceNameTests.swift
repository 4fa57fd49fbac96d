import Messages
import Testing

struct ServiceNameTests {
    @Test func `a service of the suite is known by its word, and says its program and its source`() {
        #expect(ServiceName.allCases.map(\.rawValue) == ["juice", "calc", "expo", "market"])
        for service in ServiceName.allCases {
            #expect(ServiceName(rawValue: service.rawValue) == service)
            #expect(service.program == "\(service)-service" && service.source == "/\(service)-service")
        }
    }

    @Test(arguments: ["", "Juice", "juice-service", "service", "bank"])
    func `any other word is no service of it`(_ word: String) {
        #expect(ServiceName(rawValue: word) == nil)
    }

    @Test func `only what is wrong with the content itself is final`() {
        let final = ErrorReason.allCases.filter(\.isFinal)
        #expect(final == [.invalidParams, .idempotencyKeyReused, .unknownFruit, .unknownJuice])
        #expect(final.allSatisfy { $0.retry == .never && $0.outcome == .notApplied })
    }
}
