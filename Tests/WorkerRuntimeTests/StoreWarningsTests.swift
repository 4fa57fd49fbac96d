import Messages
import TestKit
import Testing
import WireJSON

@testable import WorkerEngine

/// What of a store that works is told: once when it begins, and once when it is over.
struct StoreWarningsTests {
    @Test func `a store ahead of the clock is told until the next write`() throws {
        let bench = try EngineBench()
        func names() -> [HealthReport.Warning.Name] { bench.engine.standard.health.warnings.map(\.name) }
        bench.clock.moment.wall += 400 * 86_400_000
        _ = try bench.one(bench.add(1))
        #expect(bench.engine.standard.updateStoreWarnings().isEmpty && names().isEmpty)
        bench.clock.moment.wall -= 400 * 86_400_000
        #expect(names() == [.clock])
        let begins = bench.engine.standard.updateStoreWarnings()
        #expect(begins == bench.engine.standard.health.warnings.map { .begins($0) })
        #expect(bench.engine.standard.updateStoreWarnings().isEmpty)
        _ = try bench.one(bench.add(1))
        #expect(bench.engine.standard.updateStoreWarnings() == [.ends(.clock)])
        #expect(names().isEmpty)
    }

    @Test func `a log is told of when it is held back from one look to the next, until it is not`() throws {
        let bench = try EngineBench()
        var warnings = StoreWarnings()
        func look(_ holdUps: Int) -> [StoreWarnings.Change] {
            bench.journal.holdUps = holdUps
            return warnings.update(bench.journal, at: bench.clock.moment.wall)
        }
        // A short reading holds it back once, and nothing is written after.
        #expect([1, 1, 1, 0, 2].flatMap(look).isEmpty)
        let begins = look(3)
        #expect(begins == warnings.present(of: bench.journal, at: bench.clock.moment.wall).map { .begins($0) })
        #expect(begins.count == 1)
        #expect([3, 4].flatMap(look).isEmpty)
        #expect(look(0) == [.ends(.log)])
    }

    @Test func `warnings are read as they are written, and unknown ones are passed over`() throws {
        let report = HealthReport(checks: [], warnings: [.init(.clock, "a"), .init(.log, "b")])
        var writer = JSONWriter()
        report.write(to: &writer)
        #expect(HealthReport(try JSONReader().read(writer.bytes)) == report)
        let newer = #"{"status":"SERVING","checks":[],"warnings":[{"name":"moon","detail":"full"}]}"#
        #expect(HealthReport(try JSONReader().read(Array(newer.utf8)))?.warnings == [])
    }
}
