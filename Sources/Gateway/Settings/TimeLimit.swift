internal import ArgumentParser

/// A time to wait, from 1 ms to an hour, as people write it.
///
/// Such as `500ms`, `5s` or `2m`.
struct TimeLimit: ExpressibleByArgument, Sendable, Hashable {
    let duration: Duration

    init(_ duration: Duration) {
        self.duration = duration
    }

    init?(argument: String) {
        let digits = argument.prefix { ("0"..."9").contains($0) }
        guard (1...9).contains(digits.utf8.count), let number = Int(digits) else { return nil }
        switch argument.dropFirst(digits.count) {
        case "ms": duration = .milliseconds(number)
        case "s": duration = .seconds(number)
        case "m": duration = .seconds(number * 60)
        default: return nil
        }
        guard (.milliseconds(1) ... .seconds(3_600)).contains(duration) else { return nil }
    }

    var defaultValueDescription: String { text }

    /// The time as people write it.
    var text: String {
        duration.components.attoseconds == 0
            ? "\(duration.components.seconds)s" : "\(Int(duration / .milliseconds(1)))ms"
    }
}
