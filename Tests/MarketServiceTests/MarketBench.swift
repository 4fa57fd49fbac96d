import Journal
import Messages
import Pictures
import TestKit
import WireJSON
import WorkerEngine
import ZeroMQ

@testable import MarketService

/// A picture of one pixel.
let onePixel: [UInt8] = [
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 144, 119,
    83, 222, 0, 0, 0, 12, 73, 68, 65, 84, 120, 218, 99, 56, 97, 163, 1, 0, 2, 252, 1, 45, 193, 126, 233, 251, 0,
    0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
]
private let account = #""identifier":"vendor-1","secret":"not-a-real-secret""#

/// A bench for the market, with one vendor.
typealias MarketBench = IterationBench<MarketWorker>

extension IterationBench<MarketWorker> {
    static var credentials: MarketCredentials {
        MarketCredentials(identifier: "vendor-1", secret: "not-a-real-secret")
    }

    convenience init(
        _ directory: TemporaryDirectory,
        decoding: DecodingBudget = DecodingBudget(),
        replicatedEpoch: String? = nil
    ) throws {
        let worker = try MarketWorker(stateDirectory: directory.path, decoding: DirectDecoding(decoding))
        try self.init(worker, directory: directory.path, replicatedEpoch: replicatedEpoch) { journal in
            guard let tables = (journal as? any TableJournal)?.tables else { return }
            try tables.attempt(onFailure: { $0 as any Error }) {
                let catalogue = ProductCatalogue(tables)
                var head = try catalogue.head()
                head.lastVendor = 1
                let credentials = Self.credentials
                try catalogue.insert(
                    VendorRecord(
                        id: 1,
                        name: "동네 가게",
                        identifier: credentials.identifier,
                        secretHash: Secret.hash(credentials.secret),
                        created: 1
                    )
                )
                try catalogue.save(head)
            }
            var batch = JournalBatch(time: 1)
            batch.append(number: 1, method: MarketMethod.vendorsRegister.name, result: Array("null".utf8))
            try journal.commit(batch)
        }
    }

    func call(_ method: String, _ members: String) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"market.products.\#(method)","params":{\#(members)}}"#
    }

    /// A request that the vendor signs.
    func signed(_ method: String, _ members: String) -> String {
        call(method, "\(account),\(members)")
    }

    func list(_ search: String = "") -> String { call("list", #""search_value":"\#(search)""#) }

    /// A registration with a picture.
    func registration(_ name: String) -> ZMQMultipart {
        let members = #""name":"\#(name)","description":"아주 좋은 상품입니다.","price":1,"currency":"KRW","stock":3"#
        return ZMQMultipart(Array("peer".utf8), [], Array(signed("register", members).utf8), onePixel)
    }

    /// Registers a product, work and all.
    func register(_ name: String) throws -> Int? {
        let refusal = try iterate([registration(name)])[0]
        guard refusal == nil else { return nil }
        return try finish()[0]?.result?["id"]?.integer
    }

    /// What a search finds, whether it is remembered or has to be made.
    func found(_ search: String) throws -> [Int]? {
        let reply = try one(list(search)) ?? finish()[0]
        return reply?.result?["pages"]?.elements.compactMap { $0["id"]?.integer }
    }
}
