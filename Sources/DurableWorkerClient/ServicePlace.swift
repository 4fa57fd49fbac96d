public import Messages
internal import Platform
internal import ServiceContexts
internal import WorkerClient

/// Where a service is.
public struct ServicePlace: Sendable {
    let name: ServiceName
    /// - Throws: `UsageError` when a context cannot be read, or the run directory is not safe.
    let address: @Sendable () throws -> ServiceAddress

    /// Where the command line finds it, too: in the context in use, else by `JANGTEO_<NAME>_RPC` and
    /// `JANGTEO_<NAME>_EVENTS`, else in the run directory of this machine.
    public static func configured(_ name: ServiceName) -> ServicePlace {
        ServicePlace(name: name) {
            try ServicePlaces(runDirectory: nil, context: nil, .process).address(of: name)
        }
    }

    /// In a run directory of this machine.
    ///
    /// - Parameters:
    ///   - name: The service.
    ///   - runDirectory: The directory of its sockets; only its owner may be able to open it.
    public static func local(_ name: ServiceName, runDirectory: String) -> ServicePlace {
        ServicePlace(name: name) {
            try ServicePlaces(runDirectory: runDirectory, context: nil, .process).address(of: name)
        }
    }

    /// At endpoints without keys.
    ///
    /// - Parameters:
    ///   - name: The service.
    ///   - rpc: Its request endpoint, such as `tcp://127.0.0.1:7101`; with several workers all of them, with commas between.
    ///   - events: Its event endpoints, in the same way.
    public static func endpoints(_ name: ServiceName, rpc: String, events: String = "") -> ServicePlace {
        ServicePlace(name: name) { ServiceAddress(service: name, rpc: rpc, events: events) }
    }
}
