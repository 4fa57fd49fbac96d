/// Where the user's keys and contexts are.
enum ConfigDirectory {
    /// The directory of the user; `nil` where nothing says where that is.
    static func path(_ environment: Environment) -> String? {
        if let configurations = environment["XDG_CONFIG_HOME"] { return "\(configurations)/jangteo" }
        return environment["HOME"].map { "\($0)/.config/jangteo" }
    }
}
