internal import ServiceLifecycle
internal import UnixSignals

/// Turns SIGHUP into a reload.
///
/// A service without data to reload ignores it, so a closed terminal does not end it.
struct HangupListener: ServiceLifecycle.Service {
    let worker: Worker

    func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            await worker.reload()
        }
    }
}
