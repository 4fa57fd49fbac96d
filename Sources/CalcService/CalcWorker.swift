import Messages
import Storage
import WorkerRuntime

/// calc-service's rules behind the frame: every method is a function of its params alone.
///
/// There is no state, so any number of instances answer alike, and a caller may ask another one each time.
struct CalcWorker: WorkerService {
    let name = ServiceName.calc
    let summary = "Calculates from left to right, exactly."

    var methods: [Method<Void>] {
        [
            Method(CalcMethod.evaluate, "The value of a formula, computed in the order typed.", .read(Self.evaluate)),
            Method(CalcMethod.press, "Press keys of the keypad; the caller keeps its state.", .read(Self.press)),
            Method(CalcMethod.keys, "The keys of the keypad and their spellings.", .read(Self.keys)),
        ]
    }

    var openRPC: [UInt8] { PackageResources.calc_openrpc_json }

    func state(from levels: [Level]) {}
}
