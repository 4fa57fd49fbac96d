import CalcDomain
import Messages
import WireJSON
import WorkerEngine

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
