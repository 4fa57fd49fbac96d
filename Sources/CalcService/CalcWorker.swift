import CalcDomain
import Journal
import Messages
import WireJSON
import WorkerEngine

/// Implements the methods of calc-service: every method is a function of its params alone.
///
/// There is no state, so any number of instances answer alike, and a caller may ask another one each time.
struct CalcWorker: WorkerService {
    let name = ServiceName.calc
    let summary = CalcMethod.summary

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

extension CalcWorker {
    static func evaluate(
        _ params: JSONNode?,
        state: Void,
        context: inout ReadContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        var value = DecimalNumber.zero
        try CalcEvaluateParams.withFormula(in: params) { formula throws(RPCError) in
            do throws(FormulaError) {
                value = try Formula.value(of: formula)
            } catch {
                throw RPCError(error)
            }
        }
        value.withTexts { value, display in
            CalcEvaluateResult.write(value: value, display: display, to: &result)
        }
    }
}
