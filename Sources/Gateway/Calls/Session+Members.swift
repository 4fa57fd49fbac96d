internal import Messages
internal import Platform
internal import Terminal
internal import WireJSON
internal import WorkerClient

extension Session {
    /// Writes a result: with line breaks on a terminal, and elsewhere as it came.
    func show(_ result: [UInt8], of method: String, by caller: ServiceCaller) throws {
        if output.isTerminal {
            try output.write(caller.decode(result, of: method) { PrettyJSON.text($0) })
        } else {
            try output.write(bytes: result)
        }
    }

    /// Warns of members of params that a service's own description does not know: services pass over them.
    ///
    /// Asked for after the call, which it must not delay. Says nothing where the service cannot be asked.
    func warnOfUnknownMembers(_ params: [UInt8]?, of method: String, by caller: ServiceCaller) async {
        guard let params, let node = try? JSONReader(limits: .generous).read(params) else { return }
        await warnOfUnknownMembers(node.members.map { $0.name }, of: method, by: caller)
    }

    /// The same for the names of members.
    func warnOfUnknownMembers(_ names: some Collection<String>, of method: String, by caller: ServiceCaller) async {
        guard !names.isEmpty, let reply = try? await caller.read(ServiceMethod.discover.name),
            let description = try? JSONReader(limits: .generous).read(reply.result),
            let listed = description["methods"]?.elements.first(where: { $0["name"]?.string == method })?["params"]
        else { return }
        let known = listed.elements.compactMap { $0["name"]?.string }
        for name in names where !known.contains(name) {
            warn(texts.unknownMember(name.printable, of: method, near: NearestNames.find(name, in: known)))
        }
    }
}

extension Texts {
    fileprivate func unknownMember(_ name: String, of method: String, near: [String]) -> String {
        let meant = near.isEmpty ? "" : ": \(didYouMean(near))"
        return self("unknown_member", method: method, name: name) + meant
    }
}
