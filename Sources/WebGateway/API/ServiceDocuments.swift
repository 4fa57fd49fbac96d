internal import Messages
internal import Synchronization
internal import WireJSON
internal import WorkerClient

/// The documents of services, each kept as long as what the service says of itself is the same.
final class ServiceDocuments: Sendable {
    private struct Entry {
        let info: ServiceInfo
        let document: ServiceDocument
    }

    private let entries = Mutex<[ServiceName: Entry]>([:])

    /// The document of a service, asked for where it is not kept.
    ///
    /// - Throws: ``Problem``, also for one that cannot be read.
    func document(of service: ServiceName, in services: Services) async throws(Problem) -> ServiceDocument {
        let info = try await info(of: service, in: services)
        let known = entries.withLock { $0[service] }
        if let known, known.info == info, info.contract != nil { return known.document }
        let reply = try await services.read(ServiceMethod.discover, of: service)
        guard let root = try? JSONReader(limits: .generous).read(reply.result),
            let document = ServiceDocument(root, of: service, info: info)
        else { throw .unreadable(ServiceMethod.discover) }
        entries.withLock { $0[service] = Entry(info: info, document: document) }
        return document
    }

    /// What a service says of itself.
    ///
    /// - Throws: ``Problem``, also where that cannot be read.
    func info(of service: ServiceName, in services: Services) async throws(Problem) -> ServiceInfo {
        do throws(CallError) {
            if let info = try await services.info(of: service) { return info }
        } catch {
            throw Problem(error, isWrite: false)
        }
        throw .unreadable(ServiceMethod.info)
    }
}
