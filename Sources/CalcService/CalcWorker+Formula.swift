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
        let text = try CalcEvaluateParams(params).formula
        let value: DecimalNumber
        do {
            value = try Formula.value(of: text)
        } catch {
            throw RPCError(error)
        }
        CalcEvaluateResult(value: value.description, display: value.display).write(to: &result)
    }
}
