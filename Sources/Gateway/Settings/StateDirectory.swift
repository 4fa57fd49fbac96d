internal import Glibc

/// Where the gateway keeps what must outlive it.
enum StateDirectory {
    /// The absolute path of the directory that was named, else the one that the environment names, else the user's own;
    /// `nil` when there is none of them.
    static func path(named: String?, _ environment: Environment) -> String? {
        guard let path = named ?? path(environment) else { return nil }
        guard !path.hasPrefix("/") else { return RunDirectory.trimmed(path) }
        // The next run may be in another directory, and this one may go to another too.
        guard let current = getcwd(nil, 0) else { return nil }
        defer { free(current) }
        return RunDirectory.trimmed("\(String(cString: current))/\(path)")
    }

    private static func path(_ environment: Environment) -> String? {
        if let named = environment["JANGTEO_STATE_DIR"] { return named }
        if let states = environment["XDG_STATE_HOME"] { return "\(states)/jangteo" }
        return environment["HOME"].map { "\($0)/.local/state/jangteo" }
    }
}
