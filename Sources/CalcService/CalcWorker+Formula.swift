import CalcDomain
import Messages
import WireJSON
import WorkerRuntime

extension CalcWorker {
    static func evaluate(
        _ params: JSONNode?,
        _ context: ReadContext<Void>,
        _ result: inout JSONWriter
    ) throws(RPCError) {
        let value = try CalcEvaluateParams.withFormula(in: params) { formula throws(RPCError) in
            do throws(FormulaError) {
                return try Formula.value(of: formula)
            } catch {
                throw RPCError(error)
            }
        }
        value.withTexts { value, display in
            CalcEvaluateResult.write(value: value, display: display, to: &result)
        }
    }
}
