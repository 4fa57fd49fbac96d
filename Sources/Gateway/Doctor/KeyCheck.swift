internal import Glibc
internal import ZeroMQ

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
            let advice = "chmod 600 \(RepeatCommand.quoted(path)); \(texts.replaceOpenKey)"
            return Finding(check, .bad, "\(path), \(octal)", advice: advice)
        }
        do throws(ZMQError) {
            _ = try CurveKeyPair(readingFrom: path)
            return Finding(check, .good, path)
        } catch {
            return Finding(check, .bad, error.message, advice: texts.mendKey)
        }
    }

    /// Whether there is something of that name; one that nobody can look at counts.
    var isThere: Bool {
        access(path, F_OK) == 0 || errno != ENOENT
    }
}
