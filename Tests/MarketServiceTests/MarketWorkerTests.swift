import Cryptography
import Foundation
import Journal
import Messages
import Pictures
import StoredFiles
import TestKit
import Testing
import WireJSON
import ZeroMQ

@testable import MarketService
@testable import WorkerEngine

@Suite(.timeLimit(.minutes(10)))
struct MarketWorkerTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test(arguments: [(5 * 60 * 1_000 - 1, nil), (5 * 60 * 1_000, "URI_EXPIRED")])
    func `an address is good for five minutes`(_ milliseconds: Int, _ reason: String?) throws {
        let bench = try MarketBench(directory)
        let id = try #require(try bench.register("사과 상자"))
        let uri = try #require(try bench.one(bench.signed("archive", #""id":\#(id)"#))?.result?["uri"]?.string)
        // By a clock that nobody can set.
        bench.clock.uptime += milliseconds
        bench.clock.moment.wall += 400 * 86_400_000
        let delete = bench.call("delete", #""identifier":"vendor-1","uri":"\#(uri)""#)
        #expect(try bench.one(delete)?.reason == reason)
        #expect(try bench.found("") == (reason == nil ? [] : [id]))
    }

    @Test func `a search remembers nothing that a failed commit has taken back`() throws {
        let bench = try MarketBench(directory)
        let apple = try #require(try bench.register("사과 바구니"))
        #expect(try bench.found("바구니") == [apple])
        bench.journal.failure = StorageError(.full, "full")
        _ = try bench.iterate([bench.registration("딸기 바구니")])
        let replies = try bench.finish(bench.list("바구니"), bench.list())
        #expect(replies.allSatisfy { $0?.reason == "STORAGE_UNAVAILABLE" })
        #expect(try bench.found("바구니") == [apple])
        #expect(try bench.found("딸기") == [])
        bench.journal.failure = nil
        #expect(bench.engine.recoverStorage())
        // The same id, and the same number of changes, with another text.
        #expect(try bench.register("포도 상자") == apple + 1)
        #expect(try bench.found("바구니") == [apple])
        #expect(try bench.found("딸기") == [])
        #expect(try bench.found("포도") == [apple + 1])
        #expect(bench.published.map(\.sequence) == [1, 2, 3, 4])
    }

    @Test func `a search of a write that failed is not taken for one of the write that got its numbers`() throws {
        let bench = try MarketBench(directory)
        let apple = try #require(try bench.register("사과 바구니"))
        #expect(try bench.found("바구니") == [apple])
        bench.journal.failure = StorageError(.full, "full")
        _ = try bench.iterate([bench.registration("딸기 바구니")])
        let refusals = try bench.finish(bench.list("바구니"))
        #expect(refusals.map { $0?.reason } == ["STORAGE_UNAVAILABLE", "STORAGE_UNAVAILABLE"])
        bench.journal.failure = nil
        #expect(bench.engine.recoverStorage())
        // Nobody searches before the next write has the number of the one that failed, and its product the same id.
        #expect(try bench.register("포도 상자") == apple + 1)
        #expect(try bench.found("바구니") == [apple])
    }

    @Test func `a new search lets others go on, and shows what is true when it is answered`() throws {
        let bench = try MarketBench(directory)
        let apple = try #require(try bench.register("사과 바구니"))
        let replies = try bench.iterate(bench.list("바구니"), bench.call("get", #""id":\#(apple)"#), bench.list())
        #expect(replies[0] == nil)
        #expect(replies[1]?.result?["id"]?.integer == apple)
        #expect(replies[2]?.result?["totalCount"]?.integer == 1)
        // Registered while the search is being made.
        _ = try bench.iterate([bench.registration("딸기 바구니")])
        let later = try bench.finish()
        #expect(later[0]?.result?["totalCount"]?.integer == 1)
        #expect(later[1]?.result?["id"]?.integer == apple + 1)
        // Now it is remembered, and answered at once.
        #expect(try bench.one(bench.list("바구니"))?.result?["totalCount"]?.integer == 2)
        #expect(bench.started.isEmpty)
    }

    @Test func `a search and a picture cannot be part of a batch, remembered or not`() throws {
        let bench = try MarketBench(directory)
        let id = try #require(try bench.register("사과 바구니"))
        let picture = #"{"jsonrpc":"2.0","id":1,"method":"market.images.get","params":{"id":1}}"#
        for _ in 0..<2 {
            let batch = try bench.one("[\(bench.list("사과")),\(bench.list()),\(picture)]")
            #expect(batch?.elements.map(\.reason) == ["INVALID_REQUEST", nil, "INVALID_REQUEST"])
            #expect(try bench.found("사과") == [id])
        }
    }

    @Test func `a picture is read elsewhere, and a lost file is told`() throws {
        let bench = try MarketBench(directory)
        _ = try bench.register("사과 바구니")
        let get = #"{"jsonrpc":"2.0","id":1,"method":"market.images.get","params":{"id":1}}"#
        #expect(try bench.one(get) == nil)
        #expect(try bench.finish()[0]?.result?["width"]?.integer == 1)
        #expect(bench.attachments == [onePixel])
        let hash = FileHash(of: onePixel).description
        try FileManager.default.removeItem(atPath: "\(directory.path)/market.pictures/\(hash.prefix(2))/\(hash)")
        _ = try bench.one(get)
        #expect(try bench.finish()[0]?.reason == "INTERNAL")
        #expect(bench.attachments == [])
    }

    @Test func `a picture is not there any more if its product was deleted while it was read`() throws {
        let bench = try MarketBench(directory)
        let id = try #require(try bench.register("사과 바구니"))
        let uri = try #require(try bench.one(bench.signed("archive", #""id":\#(id)"#))?.result?["uri"]?.string)
        #expect(try bench.one(#"{"jsonrpc":"2.0","id":1,"method":"market.images.get","params":{"id":1}}"#) == nil)
        _ = try bench.one(bench.call("delete", #""identifier":"vendor-1","uri":"\#(uri)""#))
        #expect(try bench.finish()[0]?.reason == "UNKNOWN_IMAGE")
        #expect(bench.attachments == [])
    }

    @Test func `a picture that takes more memory than decoding may is refused`() throws {
        let needed = try PictureHeader(onePixel).decodingBytes
        let bench = try MarketBench(directory, decoding: DecodingBudget(byteCount: needed - 1))
        _ = try bench.iterate([bench.registration("사과 바구니")])
        let refusal = try bench.finish()[0]
        #expect(refusal?.reason == "IMAGE_REJECTED")
        let violations = refusal?["error"]?["data"]?["violations"]?.elements.map { $0 } ?? []
        #expect(violations.map { $0["pointer"]?.string } == ["/images/0"])
        let details = ["images/0: Decoding it may take 16 MiB, at most 15 are allowed."]
        #expect(violations.map { $0["detail"]?.string } == details)
    }

    @Test func `while others have taken the memory for decoding, a picture is told to come again`() throws {
        let needed = try PictureHeader(onePixel).decodingBytes
        let budget = DecodingBudget(byteCount: needed * 3 / 2)
        let bench = try MarketBench(directory, decoding: budget)
        let damaged = ZMQMultipart(
            Array("peer".utf8),
            [],
            bench.registration("딸기 바구니").frame(2),
            Array(onePixel.dropLast(20))
        )
        let refusal = try budget.taking(needed) {
            _ = try? bench.iterate([bench.registration("사과 바구니")])
            return try? bench.finish()[0]
        }
        #expect(refusal?.reason == "OVERLOADED")
        #expect(refusal?["error"]?["data"]?["retryafterms"]?.integer == 1_000)
        // What is given back is enough again, also after a picture that was refused while it was decoded.
        _ = try bench.iterate([damaged])
        #expect(try bench.finish()[0]?.reason == "IMAGE_REJECTED")
        #expect(try bench.register("포도 바구니") == 1)
    }

    @Test func `files that no product names go when they are old, the others stay`() throws {
        let bench = try MarketBench(directory)
        let id = try #require(try bench.register("사과 상자"))
        let store = bench.service.pictures
        let orphan = try store.add([1, 2, 3])
        let young = try store.add([4, 5, 6])
        let named = FileHash(of: onePixel)
        for hash in [orphan, named] {
            let path = "\(directory.path)/market.pictures/\(hash.description.prefix(2))/\(hash)"
            let old = Date(timeIntervalSinceNow: -7_200)
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
        }
        try sweep(bench)
        #expect(throws: StorageError.self) { try store.bytes(of: orphan) }
        #expect(try store.bytes(of: young) == [4, 5, 6])
        #expect(try store.bytes(of: named) == onePixel)

        bench.clock.pass(milliseconds: 30 * 60_000)
        let uri = try #require(try bench.one(bench.signed("archive", #""id":\#(id)"#))?.result?["uri"]?.string)
        _ = try bench.one(bench.call("delete", #""identifier":"vendor-1","uri":"\#(uri)""#))
        bench.clock.pass(milliseconds: 31 * 60_000)
        try sweep(bench)
        // A backup may have copied the catalogue before, and copies the files now.
        #expect(try store.bytes(of: named) == onePixel)
        bench.clock.pass(milliseconds: 2 * 60 * 60_000)
        try sweep(bench)
        #expect(throws: StorageError.self) { try store.bytes(of: named) }
    }

    private func sweep(_ bench: MarketBench) throws {
        while let task = bench.engine.nextMaintenanceTask() {
            task.work()
            _ = try bench.engine.finish(task)
        }
    }

    @Test func `secrets have full entropy, are compared whole, and leave a hash`() {
        let secrets = (0..<1_000).map { _ in Secret(of: Secrets.randomBytes(Secret.size)).text }
        #expect(Set(secrets).count == secrets.count)
        #expect(secrets.allSatisfy { $0.utf8.count == 43 })
        let hash = Secret.hash(secrets[0])
        #expect(hash.count == 32)
        #expect(Secret.matches(secrets[0], hash: hash))
        #expect(!Secret.matches(secrets[1], hash: hash))
        #expect(!Secret.matches(String(secrets[0].dropLast()), hash: hash))
        #expect(!Secret.matches("", hash: nil))
        #expect(!Secret.matches(secrets[0], hash: Array(repeating: 0, count: 32)))
    }
}
