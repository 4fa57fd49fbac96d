internal import Glibc

/// Where the suite keeps what: decided by arguments, then by the environment, then by the user's defaults.
///
/// The defaults are those of the XDG Base Directory Specification. A variable that is empty counts as one that is not set.
package struct Locations: Sendable, Hashable {
    /// The directory of sockets and locks, as it was named, without closing slashes.
    ///
    /// It stays relative when it was named so: the path of a socket has room for 107 bytes.
    package let runDirectory: String
    /// The directory of durable data and of the gateway's notes, absolute; `nil` where nothing says where it is.
    package let stateDirectory: String?
    /// The directory of the user's keys and contexts; `nil` where nothing says where it is.
    package let configDirectory: String?

    /// Puts arguments, environment and defaults together, in that order.
    ///
    /// - Parameters:
    ///   - runDirectory: The argument `--run-dir`.
    ///   - stateDirectory: The argument `--state-dir`.
    ///   - user: Whose defaults, by number; `nil` for those of the effective user.
    ///   - environment: Looks up a variable.
    package init(
        runDirectory: String? = nil,
        stateDirectory: String? = nil,
        user: UInt32? = nil,
        environment: (String) -> String?
    ) {
        func value(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        func own(_ variable: String, orInHome path: String) -> String? {
            value(variable).map { "\($0)/jangteo" } ?? value("HOME").map { "\($0)/\(path)/jangteo" }
        }
        self.runDirectory = SecureDirectory.trimmed(
            runDirectory ?? value("JANGTEO_RUN_DIR") ?? value("XDG_RUNTIME_DIR").map { "\($0)/jangteo" }
                ?? "\(value("TMPDIR") ?? "/tmp")/jangteo-\(user ?? geteuid())"
        )
        self.stateDirectory =
            (stateDirectory ?? value("JANGTEO_STATE_DIR") ?? own("XDG_STATE_HOME", orInHome: ".local/state"))
            .flatMap(Self.absolute)
        configDirectory = own("XDG_CONFIG_HOME", orInHome: ".config")
    }

    /// The endpoints that `JANGTEO_<SERVICE>_RPC` and `JANGTEO_<SERVICE>_EVENTS` name, with commas between them.
    ///
    /// - Parameters:
    ///   - service: Its short name, such as `juice`; a hyphen in it is an underscore in the variables.
    ///   - environment: Looks up a variable.
    package static func endpoints(
        of service: String,
        environment: (String) -> String?
    ) -> (rpc: [String], events: [String]) {
        func named(_ kind: String) -> [String] {
            let variable = "JANGTEO_\(service.uppercased().replacing("-", with: "_"))_\(kind)"
            return environment(variable)?.split(separator: ",").map(String.init) ?? []
        }
        return (named("RPC"), named("EVENTS"))
    }

    /// The short name of the service whose requests a variable names; `nil` for another variable.
    package static func service(ofVariable name: String) -> String? {
        name.wholeMatch(of: /JANGTEO_(.+)_RPC/).map { $0.1.lowercased().replacing("_", with: "-") }
    }

    /// The path from the root; `nil` when the current directory is gone.
    package static func absolute(_ path: String) -> String? {
        guard !path.hasPrefix("/") else { return SecureDirectory.trimmed(path) }
        guard let current = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(current) }
        return unsafe SecureDirectory.trimmed("\(String(cString: current))/\(path)")
    }
}
