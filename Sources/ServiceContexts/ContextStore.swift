internal import Glibc
package import Platform
internal import WireJSON
internal import WorkerClient

/// The contexts of the user: a file for each, and one that says which is used.
package struct ContextStore: Sendable {
    /// The user's directory; `nil` where nothing says where it is.
    package let directory: String?

    package init(directory: String?) {
        self.directory = directory
    }

    /// The name of the context in use; `nil` for the services of this machine.
    package func current() throws(UsageError) -> String? {
        guard let directory, let bytes = try ConfigFile.read("\(directory)/context") else { return nil }
        let name = String(decoding: bytes, as: UTF8.self).filter { $0 != "\n" }
        guard name != ServiceContext.local else { return nil }
        guard ServiceContext.isName(name) else {
            throw UsageError("\(directory)/context does not contain the name of a context")
        }
        return name
    }

    /// Chooses the context in use.
    ///
    /// - Parameter name: A context that there is, or `nil` for the services of this machine.
    package func use(_ name: String?) throws(UsageError) {
        if let name { _ = try load(name) }
        let line = Array("\(name ?? ServiceContext.local)\n".utf8)
        try ConfigFile.write(line, to: "\(try place())/context", isReplacing: true)
    }

    package func load(_ name: String) throws(UsageError) -> ServiceContext {
        try ServiceContext(name: name, try ServiceContext.document(try read(name), called: name))
    }

    /// The file of a context as it is.
    ///
    /// - Throws: ``UsageError`` when there is none, or it cannot be trusted.
    package func read(_ name: String) throws(UsageError) -> [UInt8] {
        if let bytes = try ConfigFile.read(try file(name)) { return bytes }
        let names = try names()
        guard !names.isEmpty else {
            throw UsageError("no context is called '\(name.printable)': there is none; add it with: context add")
        }
        throw UsageError("no context is called '\(name.printable)': there are: \(names.joined(separator: ", "))")
    }

    /// Keeps a context.
    ///
    /// - Parameter isReplacing: Whether one of the same name may be replaced.
    package func save(_ context: ServiceContext, isReplacing: Bool) throws(UsageError) {
        let path = try file(context.name)
        guard isReplacing || access(path, F_OK) != 0 else {
            throw UsageError("context \(context.name) already exists; replace it with --force")
        }
        try ConfigFile.write(context.document, to: path, isReplacing: isReplacing)
    }

    /// Removes a context; a user of it uses the services of this machine from now on.
    ///
    /// - Returns: Whether it was in use.
    package func remove(_ name: String) throws(UsageError) -> Bool {
        _ = try read(name)
        let path = try file(name)
        let isCurrent = try current() == name
        // First, so that what is in use is never missing.
        if isCurrent { try use(nil) }
        guard unlink(path) == 0 else { throw ConfigFile.failure(doing: "cannot remove \(path)") }
        unlink(try draftFile(name))
        return isCurrent
    }

    /// Gives a context another name, under which it stays in use if it was.
    package func rename(_ old: String, to new: String) throws(UsageError) {
        let bytes = try read(old)
        let (from, to) = (try file(old), try file(new))
        guard access(to, F_OK) != 0 else { throw UsageError("context \(new) already exists") }
        let isCurrent = try current() == old
        try ConfigFile.write(bytes, to: to, isReplacing: false)
        if isCurrent { try use(new) }
        guard unlink(from) == 0 else { throw ConfigFile.failure(doing: "cannot remove \(from)") }
    }

    /// The names of all contexts, in their order.
    package func names() throws(UsageError) -> [String] {
        guard let directory else { return [] }
        guard let files = DirectoryNames.read("\(directory)/contexts") else {
            guard errno != ENOENT else { return [] }
            throw ConfigFile.failure(doing: "cannot read \(directory + "/contexts")")
        }
        return files.filter { $0.hasSuffix(Self.ending) }.map { String($0.dropLast(Self.ending.count)) }
            .filter(ServiceContext.isName).sorted()
    }

    private static let ending = ".json"

    private func file(_ name: String) throws(UsageError) -> String {
        guard ServiceContext.isName(name) else {
            throw UsageError(
                "'\(name.printable)' is not a valid name for a context: use letters, digits, and - _ . @, but not \(ServiceContext.local)"
            )
        }
        return "\(try place())/contexts/\(name)\(Self.ending)"
    }

    /// Where a draft of a context is while it is edited.
    package func draftFile(_ name: String) throws(UsageError) -> String {
        String(try file(name).dropLast(Self.ending.count)) + ".draft"
    }

    private func place() throws(UsageError) -> String {
        guard let directory else {
            throw UsageError("the configuration directory is unknown: set HOME or XDG_CONFIG_HOME")
        }
        return directory
    }
}
