import TestKit
import WireJSON
import WorkerEngine

/// A bench for the shelf.
typealias ShelfBench = IterationBench<ShelfService>

extension IterationBench<ShelfService> {
    convenience init(directory: String? = nil, limits: WorkerLimits = WorkerLimits()) throws {
        try self.init(ShelfService(), directory: directory, limits: limits)
    }

    func call(_ method: String, _ title: String? = nil, id: Int = 1, key: String? = nil, meta: String = "") -> String {
        let params = title.map { #""title":"\#($0)""# } ?? ""
        let key = key.map { #""idempotencykey":"\#($0)""# } ?? ""
        let joined = [key, meta].filter { !$0.isEmpty }.joined(separator: ",")
        return
            #"{"jsonrpc":"2.0","id":\#(id),"method":"shelf.\#(method)","params":{\#(params)},"meta":{\#(joined)}}"#
    }

    func list() throws -> String? { try one(call("list"))?.result?.string }
}
