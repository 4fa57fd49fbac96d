internal import Glibc
internal import Messages
internal import Platform
internal import ServiceContexts
internal import WorkerClient

extension ContextStore {
    /// The file of a draft of a context, made of the context where there is none yet.
    func draft(of name: String) throws(UsageError) -> String {
        let node = try ServiceContext.document(try read(name), called: name)
        let path = try draftFile(name)
        if access(path, F_OK) != 0 {
            try ConfigFile.write(Array((PrettyJSON.text(node) + "\n").utf8), to: path, isReplacing: false)
        }
        return path
    }

    /// Puts a draft in the place of its context.
    ///
    /// - Throws: ``UsageError`` naming what is wrong with it; the draft and the context stay.
    func accept(draft path: String, of name: String) throws(UsageError) {
        guard let bytes = try ConfigFile.read(path) else { throw UsageError("\(path.printable) is gone") }
        let context: ServiceContext
        do throws(UsageError) {
            context = try ServiceContext(name: name, try ServiceContext.document(bytes, called: name))
            for (service, place) in context.places {
                for endpoint in [place.rpc, place.events].compactMap(\.self).flatMap(ServiceAddress.endpoints(in:)) {
                    try ServiceContext.check(endpoint: endpoint)
                }
                _ = try context.address(of: service)
            }
        } catch {
            throw UsageError("\(error.sentence); the context is unchanged, and your text is in \(path.printable)")
        }
        try save(context, isReplacing: true)
        unlink(path)
    }
}
