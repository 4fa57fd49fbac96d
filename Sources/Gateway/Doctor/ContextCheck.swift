internal import Glibc
internal import Messages
internal import Platform
internal import ServiceContexts
internal import WorkerClient
internal import ZeroMQ

/// Looks at how the services are reached: the context in use, the keys, and from them the addresses.
struct ContextCheck: Sendable {
    /// What is wrong or right with the context and the keys.
    private(set) var findings: [Finding] = []
    /// The services that can be asked; none where a finding says why.
    private(set) var addresses: [ServiceAddress] = []
    /// Whether the services of this machine are meant.
    private(set) var isLocal = false

    /// - Parameter list: The services to find; of all, those that the context has.
    /// - Throws: ``UsageError`` when there is no such context, or it lacks a service that was named.
    init(of list: ServiceList, settings: Settings, in texts: Texts) throws(UsageError) {
        let name: String?
        do throws(UsageError) {
            name = try settings.places.contextName()
        } catch {
            findings = [Finding("context", .bad, error.message, advice: texts["choose_context"])]
            return
        }
        guard let name else {
            isLocal = true
            findings = Self.localKeys(of: settings, in: texts).filter(\.isThere).map(\.finding)
            // An unsafe run directory is a finding already; nobody is asked in there.
            addresses = (try? settings.addresses(of: list)) ?? []
            return
        }
        let context: ServiceContext
        do throws(UsageError) {
            context = try settings.places.contexts.load(name)
        } catch {
            guard try settings.places.contexts.names().contains(name) else { throw error }
            findings = [Finding("context", .bad, error.message, advice: texts["choose_context"])]
            return
        }
        findings = [Finding("context", .good, name)]
        if let keyFile = context.keyFile {
            let key = KeyCheck(check: "key", path: keyFile, texts: texts).finding
            findings.append(key)
            // Nobody can be asked without it.
            guard key.verdict == .good else { return }
        }
        addresses = try settings.addresses(of: list)
    }

    /// The key files of this machine: what they are called does not depend on their being there.
    private static func localKeys(of settings: Settings, in texts: Texts) -> [KeyCheck] {
        var files: [KeyCheck] = []
        if let path = try? KeyPlaces.own(settings.places.configDirectory) {
            files.append(KeyCheck(check: "key", path: path, texts: texts))
        }
        let named = settings.environment["JANGTEO_CURVE_KEY"]
        let usual = (try? KeyPlaces.own(settings.places.configDirectory, named: "server")).map {
            $0 + KeyPlaces.secretEnding
        }
        if let path = named ?? usual {
            files.append(KeyCheck(check: "serverkey", path: path, texts: texts))
        }
        return files
    }
}

/// Looks at a file with a secret key: whether it can be used, and whether only its owner can.
struct KeyCheck: Sendable {
    /// What the finding is called: a word of ``Texts``.
    let check: String
    let path: String
    let texts: Texts

    var finding: Finding {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 {
            let octal = String(status.st_mode & 0o777, radix: 8)
            let advice = "chmod 600 \(RepeatCommand.quoted(path)); \(texts["replace_open_key"])"
            return Finding(check, .bad, "\(path), \(octal)", advice: advice)
        }
        do throws(ZMQError) {
            _ = try CurveKeyPair(readingFrom: path)
            return Finding(check, .good, path)
        } catch {
            return Finding(check, .bad, error.message, advice: texts["fix_key"])
        }
    }

    /// Whether there is something of that name; one that nobody can look at counts.
    var isThere: Bool {
        access(path, F_OK) == 0 || errno != ENOENT
    }
}
