internal import Glibc
internal import Messages
internal import Platform
internal import WorkerClient

/// Where the services are: in a run directory, unless variables say otherwise.
struct ServicePlaces: Sendable {
    let addresses: [ServiceAddress]

    /// - Parameter runDirectory: The argument; with it the variables of single services do not count.
    /// - Throws: ``FileSystemError`` when the run directory is not safe.
    init(runDirectory: String?) throws {
        let directory = Locations(runDirectory: runDirectory) { Self.variable($0) }.runDirectory
        var isNeeded = false
        addresses = ServiceName.allCases.map { service in
            var address = ServiceAddress(service: service, runDirectory: directory)
            let prefix = "JANGTEO_\(service.rawValue.uppercased())"
            let rpc = runDirectory == nil ? Self.variable("\(prefix)_RPC") : nil
            let events = runDirectory == nil ? Self.variable("\(prefix)_EVENTS") : nil
            if rpc == nil || events == nil { isNeeded = true }
            if let rpc { address.rpc = rpc }
            if let events { address.events = events }
            return address
        }
        if isNeeded { try Self.check(directory) }
    }

    /// A variable of the environment; one that is set to nothing counts as not set.
    static func variable(_ name: String) -> String? {
        guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }

    /// Refuses a directory in which somebody else could have put the sockets; one that is missing is no danger.
    private static func check(_ directory: String) throws(FileSystemError) {
        do throws(FileSystemError) {
            _ = try SecureDirectory(existing: directory, called: "run directory")
        } catch {
            guard error.number == ENOENT else { throw error }
        }
    }
}
