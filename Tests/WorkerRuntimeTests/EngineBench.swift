import TestKit
import WorkerEngine

/// A bench for the counter.
typealias EngineBench = IterationBench<CounterService>

extension IterationBench<CounterService> {
    convenience init(directory: String? = nil, limits: WorkerLimits = WorkerLimits(), retainedEvents: Int? = nil) throws
    {
        try self.init(CounterService(), directory: directory, limits: limits, retainedEvents: retainedEvents)
    }

    func add(_ amount: Int, id: Int = 1, key: String? = nil, meta: String = "") -> String {
        let key = key.map { #""idempotencykey":"\#($0)""# } ?? ""
        let joined = [key, meta].filter { !$0.isEmpty }.joined(separator: ",")
        return
            #"{"jsonrpc":"2.0","id":\#(id),"method":"counter.add","params":{"amount":\#(amount)},"meta":{\#(joined)}}"#
    }

    func get(id: Int = 1) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"counter.get"}"#
    }
}
