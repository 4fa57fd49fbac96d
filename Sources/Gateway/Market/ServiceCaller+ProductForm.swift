internal import Messages
internal import WorkerClient

extension ServiceCaller {
    /// Makes the market judge what a person filled in, which is more than it asks of a program.
    ///
    /// - Parameter isChange: Whether only what is given has to be right.
    /// - Throws: ``CallFailure`` with what is wrong, or that the market does not answer: then nothing was sent that changes anything.
    func check(_ form: ProductFormOptions, isChange: Bool = false) async throws(CallFailure) {
        let method = MarketMethod.productsCheck.name
        do throws(CallFailure) {
            _ = try await read(method, with: form.jsonBytes)
        } catch {
            guard case .refused(let refusal) = error.reason else { throw error }
            let violations = refusal.violations.filter { violation in
                !isChange || violation.reason != Violation.Reason.required.rawValue
            }
            guard !violations.isEmpty else { return }
            let refused = CallError(.refused(RPCError(violations: violations)), sends: error.error.sends)
            throw failure(refused, of: method, isWrite: false)
        }
    }
}
