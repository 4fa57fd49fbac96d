/// Where a service runs and how much it takes; plain values, read from arguments and environment by its executable.
public struct WorkerConfiguration: Sendable {
    /// The directory of sockets and locks, created 0700 when missing.
    public var runDirectory: String
    /// Where requests come in; empty for `ipc://<run>/<service>.rpc`.
    public var rpcEndpoints: [String] = []
    /// Where events go out; empty for `ipc://<run>/<service>.events`.
    public var eventEndpoints: [String] = []
    /// Whether TCP on a loopback address may be used although nobody is asked who he is.
    public var allowsInsecureLoopback = false
    /// Limits of the protocol.
    public var limits = WorkerLimits()
    /// The memory at which the process ends, to be started again, in bytes.
    public var memoryLimit = 1_024 << 20
    /// Time between two heartbeats.
    public var heartbeatInterval: Duration = .seconds(1)

    /// Creates a configuration with the protocol's defaults.
    public init(runDirectory: String) {
        self.runDirectory = runDirectory
    }
}
