internal import Messages
internal import WireJSON
internal import WorkerClient

/// What a service that answers says about itself.
struct ServiceStatus: Sendable {
    let health: HealthReport
    let identity: ServiceIdentity
    /// How far its stream has come, and the stream's life; `nil` without a stream.
    let sequence: Int?
    let epoch: String?
    /// How long it took to say so.
    let latency: Duration

    init(health: HealthReport, identity: ServiceIdentity, sequence: Int?, epoch: String?, latency: Duration) {
        self.health = health
        self.identity = identity
        self.sequence = sequence
        self.epoch = epoch
        self.latency = latency
    }

    /// Asks a service.
    init(asking caller: ServiceCaller) async throws(CallFailure) {
        let ping = try await caller.read(ServiceMethod.ping.name)
        let answer = try await caller.read(ServiceMethod.health.name)
        self.init(
            health: try caller.decode(answer, of: ServiceMethod.health.name) { HealthReport($0) },
            identity: try caller.decode(ping, of: ServiceMethod.ping.name) { ServiceIdentity($0) },
            sequence: answer.meta?.sequence,
            epoch: answer.meta?.epoch,
            // The second call: the first one also waits for the connection.
            latency: answer.roundTrip
        )
    }

    /// The failing checks, such as `storage: the disk is full`; empty when it serves.
    var reason: String {
        health.checks.filter { !$0.isOK }.map { "\($0.name): \($0.detail)" }.joined(separator: "; ")
    }
}
