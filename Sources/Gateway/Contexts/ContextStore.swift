internal import Glibc
internal import WireJSON

/// The contexts of the user: a file for each, and one that says which is used.
struct ContextStore: Sendable {
    /// The user's directory; `nil` where nothing says where it is.
    let directory: String?

    /// The name of the context in use; `nil` for the services of this machine.
    func current() throws(UsageError) -> String? {
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
    func use(_ name: String?) throws(UsageError) {
        if let name { _ = try load(name) }
        let line = Array("\(name ?? ServiceContext.local)\n".utf8)
        try ConfigFile.write(line, to: "\(try place())/context", isReplacing: true)
    }

    func load(_ name: String) throws(UsageError) -> ServiceContext {
        guard let bytes = try ConfigFile.read(try file(name)) else {
            let names = try names()
            let others =
                names.isEmpty
                ? "there is none; add it with: context add" : "there are: \(names.joined(separator: ", "))"
            throw UsageError("no context is called '\(name.printable)': \(others)")
        }
        guard let node = try? JSONReader().read(bytes) else {
            throw UsageError("context \(name): its file is not valid JSON")
        }
        return try ServiceContext(name: name, node)
    }

    /// Keeps a context.
    ///
    /// - Parameter isReplacing: Whether one of the same name may be replaced.
    func save(_ context: ServiceContext, isReplacing: Bool) throws(UsageError) {
        let path = try file(context.name)
        guard isReplacing || access(path, F_OK) != 0 else {
            throw UsageError("context \(context.name) already exists; replace it with --force")
        }
        try ConfigFile.write(context.document, to: path, isReplacing: isReplacing)
    }

    /// The names of all contexts, in their order.
    func names() throws(UsageError) -> [String] {
        guard let directory else { return [] }
        guard let stream = opendir("\(directory)/contexts") else {
            guard errno != ENOENT else { return [] }
            throw ConfigFile.failure("cannot read", "\(directory)/contexts")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let file = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let name = String(file.dropLast(Self.ending.count))
            if file.hasSuffix(Self.ending), ServiceContext.isName(name) { names.append(name) }
        }
        return names.sorted()
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

    private func place() throws(UsageError) -> String {
        guard let directory else {
            throw UsageError("the configuration directory is unknown: set HOME or XDG_CONFIG_HOME")
        }
        return directory
    }
}
