import Journal
import Messages
import WorkerEngine

/// calc-service's rules behind the frame: every method is a function of its params alone.
///
/// There is no state, so any number of instances answer alike, and a caller may ask another one each time.
struct CalcWorker: WorkerService {
    let name = ServiceName.calc
    var summary: String { name.summary }

    var methods: [Method<Void>] {
        [
            Method(CalcMethod.evaluate, body: .read(Self.evaluate)),
            Method(CalcMethod.press, body: .read(Self.press)),
            Method(CalcMethod.keys, body: .read(Self.keys)),
        ]
    }

    var openRPC: [UInt8] { PackageResources.calc_openrpc_json }

    func state(from levels: [Level]) {}
}
