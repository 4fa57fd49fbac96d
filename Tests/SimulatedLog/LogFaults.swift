package import ReplicatedLog

/// What befalls calls of a simulated log; shares are 0…1.
package struct LogFaults: Sendable {
    /// How long a message is on its way, each way.
    package var delay: ClosedRange<Duration> = .zero ... .zero
    /// How long a client waits for an answer that does not come.
    package var timeout = Duration.seconds(5)
    /// Calls whose connection ends before the engine has seen them.
    ///
    /// Some of them reach it later all the same.
    package var lostBefore = 0.0
    /// Of those, the ones that the engine still sees after the client was told that the connection ended.
    package var late = 0.5
    /// Calls whose connection ends when they are done, before the answer is there.
    package var lostAfter = 0.0
    /// Calls that the engine asks to repeat.
    package var conflict = 0.0
    /// Refuses every call, as a full or misconfigured engine does; nothing is done.
    package var refusal: LogError?

    /// No faults.
    package init() {}
}
