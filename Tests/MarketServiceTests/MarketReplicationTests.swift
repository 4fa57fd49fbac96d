import Journal
import Messages
import Platform
import SQLiteJournal
import TestKit
import Testing
import WireJSON
import WorkerEngine
import ZeroMQ

@testable import MarketService

/// The rows that a market writes into its log make the same market elsewhere.
@Suite(.timeLimit(.minutes(10)))
struct MarketReplicationTests {
    private static let epoch = "0190b5a8-7f00-7000-8000-00000000000c"
    private static let words = ["사과", "딸기", "바구니", "상자", "유기농사과즙", "apple-juice", "1호", "선물세트"]

    private let directory: TemporaryDirectory
    private let replicaDirectory: TemporaryDirectory

    init() throws { (directory, replicaDirectory) = (try TemporaryDirectory(), try TemporaryDirectory()) }

    private func openReplica() throws -> SQLiteJournal {
        let service = try MarketWorker(stateDirectory: replicaDirectory.path)
        var configuration = SQLiteJournalConfiguration(
            directory: replicaDirectory.path,
            service: "market",
            initialLevels: service.initialLevels,
            balanceRule: service.balanceRule
        )
        configuration.tables = service.tables
        configuration.replicatedEpoch = Self.epoch
        configuration.commitSync = .normal
        return try SQLiteJournal(opening: configuration)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `a replica has every product, picture, deletion and searched word of the market`(_ seed: UInt64) throws {
        let bench = try MarketBench(directory, replicatedEpoch: Self.epoch)
        let replica = try openReplica()
        var random = SeededGenerator(seed: seed)
        func text() -> String {
            (0..<3).map { _ in Self.words.randomElement(using: &random) ?? "" }.joined(separator: " ")
        }
        var (ids, events, deleted): ([Int], Int, Int) = ([], 0, 0)
        for _ in 0..<120 {
            let id = ids.randomElement(using: &random) ?? 1
            switch Int.random(in: 0...9, using: &random) {
            case 0...2: if let id = try bench.register(text()) { ids.append(id) }
            case 3...5:
                let stock = Int.random(in: 0...5, using: &random)
                _ = try bench.iterate(
                    bench.signed("update", #""id":\#(id),"name":"\#(text())","stock":\#(stock)"#),
                    bench.call("purchase", #""id":\#(id),"quantity":1"#)
                )
            case 6...8:
                let purchase = bench.call(
                    "purchase",
                    #""id":\#(id),"quantity":\#(Int.random(in: 1...3, using: &random))"#
                )
                _ = try bench.iterate(purchase, purchase)
            default:
                let archived = try bench.one(bench.signed("archive", #""id":\#(id)"#))
                guard let uri = archived?.result?["uri"]?.string, Bool.random(using: &random) else { break }
                _ = try bench.one(bench.call("delete", #""identifier":"vendor-1","uri":"\#(uri)""#))
                ids.removeAll { $0 == id }
                deleted += 1
            }
            bench.clock.moment.wall += Int.random(in: 0...90_000, using: &random)
            for row in (replica.logPosition ?? 0)..<bench.journal.log.count {
                let iteration = try ReplicatedRow(decoding: bench.journal.log[row])
                iteration.batch.forEachRecord { _ in events += 1 }
                try replica.apply(iteration, at: row + 1)
            }
            if Int.random(in: 0...9, using: &random) == 0 { try expectEqual(bench, replica) }
        }
        try expectEqual(bench, replica)
        #expect(events == bench.published.count && events > 60)
        #expect(deleted > 0)
        replica.close()
        // It is a market, and finds what the other one finds.
        let worker = try MarketWorker(stateDirectory: replicaDirectory.path)
        let other = try MarketBench(worker, directory: replicaDirectory.path, replicatedEpoch: Self.epoch)
        for search in [""] + Self.words { #expect(try other.found(search) == bench.found(search)) }
    }

    private func expectEqual(_ bench: MarketBench, _ replica: SQLiteJournal) throws {
        let (one, two) = (try StoreDump(of: bench.journal), try StoreDump(of: replica))
        #expect(one == two, "\(one.difference(from: two))")
    }
}
