internal import Glibc
internal import Platform
internal import ServiceContexts

/// Looks at the directories of sockets and of data.
struct DirectoryCheck: Sendable {
    /// `nil` where the services are not those of this machine.
    let runDirectory: String?
    /// `nil` where nothing says where it is.
    let stateDirectory: String?
    let texts: Texts

    var findings: [Finding] {
        (runDirectory.map { [run($0)] } ?? []) + [state]
    }

    private func run(_ runDirectory: String) -> Finding {
        do throws(UsageError) {
            try RunDirectory.check(runDirectory)
        } catch {
            return Finding("run", .bad, runDirectory, advice: error.message)
        }
        guard mode(runDirectory) != nil else {
            return Finding("run", .notable, texts("is_missing", path: runDirectory), advice: texts["start_services"])
        }
        return Finding("run", .good, runDirectory)
    }

    private var state: Finding {
        guard let stateDirectory else {
            return Finding("state", .bad, texts["no_state_directory"], advice: texts["name_state_directory"])
        }
        guard let mode = mode(stateDirectory) else {
            let advice = runDirectory == nil ? texts["write_something"] : texts["start_services"]
            return Finding("state", .notable, texts("is_missing", path: stateDirectory), advice: advice)
        }
        guard access(stateDirectory, W_OK | X_OK) == 0 else {
            let reason = "\(stateDirectory): \(SystemError.text(errno))"
            return Finding("state", .bad, reason, advice: texts["own_state_directory"])
        }
        guard mode & 0o077 == 0 else {
            let octal = String(mode, radix: 8)
            return Finding("state", .bad, "\(stateDirectory), \(octal)", advice: "chmod 700 \(stateDirectory)")
        }
        return Finding("state", .good, stateDirectory)
    }

    /// The permissions of a directory; `nil` when there is none.
    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        return status.st_mode & 0o777
    }
}
