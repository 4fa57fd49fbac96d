package import Messages
package import Platform
package import WorkerEngine

/// Where a service runs and how much it takes; plain values, read from arguments and environment by its executable.
package struct WorkerConfiguration: Sendable {
    /// The directory of sockets and locks, created 0700 when missing.
    package var runDirectory: String
    /// Where requests come in; empty for `ipc://<run>/<service>.rpc`.
    package var rpcEndpoints: [String] = []
    /// Where events go out; empty for `ipc://<run>/<service>.events`.
    package var eventEndpoints: [String] = []
    /// The key pair by which TCP clients know the service, as a file (mode 0600); needs ``clientDirectory`` too.
    ///
    /// With it every TCP endpoint speaks CURVE, and admits the clients in the list.
    package var curveKeyFile: String?
    /// The list of clients: a directory with a certificate `NAME.key` for each, which says its `role`.
    package var clientDirectory: String?
    /// What everybody on this machine may do over TCP on a loopback address, without any key; `nil` refuses such TCP.
    package var insecureLoopbackRole: PeerRole?
    /// Limits of the protocol.
    package var limits = WorkerLimits()
    /// The memory at which the process ends, to be started again, in bytes.
    package var memoryLimit = 1_024 << 20
    /// The stream that it shares with others; `nil` for a service of its own.
    package var stream: StreamSettings?
    /// Who is notified that the service is ready, alive and about to end; `nil` for nobody.
    package var serviceManager: ServiceManager?
    /// Time between two heartbeats.
    package var heartbeatInterval: Duration = .seconds(1)

    package init(runDirectory: String) {
        self.runDirectory = runDirectory
    }
}
