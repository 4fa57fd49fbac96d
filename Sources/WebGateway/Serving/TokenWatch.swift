internal import ServiceLifecycle

/// Looks whether the file of tokens has changed, and wakes the streams of events then: some may have to end.
struct TokenWatch: Service {
    /// How often; a file cannot be waited for everywhere.
    private static let interval = Duration.seconds(1)

    let tokens: TokenStore
    let hub: EventHub

    /// Looks until it is told to end.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                if tokens.readAgain() { hub.wake() }
            }
        }
    }
}
