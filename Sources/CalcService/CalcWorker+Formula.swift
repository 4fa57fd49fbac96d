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
        let texts = value.texts
        CalcEvaluateResult(value: texts.plain, display: texts.display).write(to: &result)
    }
}
