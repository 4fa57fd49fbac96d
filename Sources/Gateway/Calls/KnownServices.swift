internal import Messages
internal import Synchronization
internal import WorkerClient

/// What services have said of themselves in one run; nothing for one that was asked and did not say.
final class KnownServices: Sendable {
    fileprivate let answers = Mutex<[ServiceName: ServiceInfo?]>([:])
}

extension ServiceCaller {
    /// What the service says of itself.
    func info() async throws(CallFailure) -> ServiceInfo {
        let method = ServiceMethod.info.name
        return try decode(try await read(method), of: method) { ServiceInfo($0) }
    }
}

extension Session {
    /// Whether a method changes anything: what is not known here the service says, once in a run.
    ///
    /// What nobody says counts as a write, as in ``ServiceInfo/kind(of:)``.
    ///
    /// - Throws: ``CallFailure`` when the service does not answer the first time.
    func kind(of method: String, by caller: ServiceCaller) async throws(CallFailure) -> MethodKind {
        if let method = MethodDefinition.named(method) { return method.kind }
        let service = caller.address.service
        if let kept = known.answers.withLock({ $0[service] }) { return kept?.kind(of: method) ?? .write }
        do throws(CallFailure) {
            let info = try await caller.info()
            known.answers.withLock { $0[service] = info }
            return info.kind(of: method)
        } catch {
            known.answers.withLock { $0[service] = .some(nil) }
            guard error.isAnswered else { throw error }
            return .write
        }
    }
}
