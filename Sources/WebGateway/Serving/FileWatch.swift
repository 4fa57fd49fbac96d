internal import ServiceLifecycle

/// Looks whether files have changed that are read again then.
struct FileWatch: Service {
    /// How often; a file cannot be waited for everywhere.
    private static let interval = Duration.seconds(1)

    let look: @Sendable () -> Void

    /// Looks until it is told to end.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                look()
            }
        }
    }
}
