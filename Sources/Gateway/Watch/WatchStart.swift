internal import ArgumentParser
internal import Messages
internal import Platform
internal import WorkerClient

/// With which event a watch begins.
enum WatchStart: ExpressibleByArgument, Sendable, Hashable {
    /// With the one behind a position.
    case position(Int)
    /// With the first that is not older than so many milliseconds.
    case ago(Int)

    init?(argument: String) {
        if let position = Int(argument), position >= 0 {
            self = .position(position)
        } else if let milliseconds = TimeLimit.milliseconds(argument) {
            self = .ago(milliseconds)
        } else {
            return nil
        }
    }
}

/// Where in a stream a moment is, found by the times of its events: each question halves what is left.
///
/// Where the clock of the service was set back in between, it is one of the places at which they pass the moment.
struct PositionSearch {
    enum Answer: Sendable, Hashable {
        /// When the event behind the position that was asked about happened, RFC 3339 in UTC.
        case time(String)
        /// Nothing is behind it.
        case nothing
        /// What is behind it is no longer kept; the oldest event that is has this number.
        case kept(from: Int)
    }

    /// All events up to this one are older than the moment.
    private var oldest = 0
    /// No event behind this one is.
    private var newest: Int
    private let wanted: String

    /// - Parameters:
    ///   - moment: Milliseconds since 1970-01-01 UTC.
    ///   - newest: The newest event of the stream.
    init(of moment: Int, newest: Int) {
        wanted = Timestamp.text(moment)
        self.newest = newest
    }

    /// The position to ask about; `nil` when the search is over.
    var question: Int? { oldest < newest ? oldest + (newest - oldest) / 2 : nil }

    /// The position before the first event that is not older than the moment, when the search is over.
    var position: Int { newest }

    mutating func take(_ answer: Answer) {
        guard let asked = question else { return }
        switch answer {
        case .time(let time) where time < wanted: oldest = asked + 1
        case .kept(let first) where first > asked + 1: oldest = min(first - 1, newest)
        case .time, .kept, .nothing: newest = asked
        }
    }
}

extension ServiceCaller {
    /// The position of a moment in the service's stream.
    ///
    /// - Parameter moment: Milliseconds since 1970-01-01 UTC.
    func position(of moment: Int) async throws(CallFailure) -> Int {
        var search = PositionSearch(of: moment, newest: try await page(after: SequenceText.maxValue).next)
        while let question = search.question {
            do throws(CallFailure) {
                let page = try await page(after: question)
                search.take(page.events.first.map { .time($0.time) } ?? .nothing)
            } catch {
                guard case .refused(let refusal) = error.reason, refusal.knownReason == .replayTruncated,
                    let first = refusal.firstSequence
                else { throw error }
                search.take(.kept(from: first))
            }
        }
        return search.position
    }

    private func page(after position: Int) async throws(CallFailure) -> EventsReplayResult {
        let method = ServiceMethod.replay.name
        let reply = try await read(method, with: EventsReplayParams(after: position, limit: 1).jsonBytes)
        return try decode(reply, of: method) { EventsReplayResult($0) }
    }
}
