import ArgumentParser

/// How long idempotency keys are remembered at least, as an argument says it in hours: `168`, or `0.25`.
///
/// Less than an hour is for anyone who wants to see keys forgotten while they look on.
package struct KeyRetention: ExpressibleByArgument, Sendable, Hashable {
    /// That of the protocol: seven days.
    package static let standard = KeyRetention(hours: 7 * 24)

    private static let range = 0.001...Double(10 * 366 * 24)
    private static let millisecondsPerHour = 3_600_000.0

    private let hours: Double

    private init(hours: Double) { self.hours = hours }

    /// Reads a number of hours, from 0.001 to ten years.
    package init?(argument: String) {
        guard let hours = Double(argument), Self.range.contains(hours) else { return nil }
        self.hours = hours
    }

    /// What the help of a program says of it.
    package var defaultValueDescription: String {
        hours == hours.rounded() ? String(Int(hours)) : String(hours)
    }

    /// The same in milliseconds.
    package var milliseconds: Int { Int(hours * Self.millisecondsPerHour) }
}
