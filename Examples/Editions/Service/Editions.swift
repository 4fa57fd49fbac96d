import DurableWorker
import Glibc

/// The version that this process is: what a service is promised while one takes the place of the other is tested with it.
let edition = getenv("EDITION").map { String(cString: $0) } == "2" ? 2 : 1

struct Tally: Message {
    var number = 0
    /// New in the second version.
    var unit = "pieces"

    mutating func members(_ members: inout Members) {
        members("number", &number, .integer(in: 0...1_000_000), "How many there are.")
        if edition == 2 { members("unit", &unit, .text(bytes: 1...20), "What is counted.", need: .optional) }
    }
}

enum EditionsAPI: ServiceAPI {
    static let name: ServiceName = "editions"
    static let summary = "Counts, in pieces and then in what is said."
    static var version: String { "\(edition).0.0" }

    static let changed = EventType("editions.changed", "The number has changed.", data: Tally.self)
    static let get = ReadMethod("editions.get", "The number.", params: Nothing.self, result: Tally.self)
    static let set = WriteMethod(
        "editions.set", "Sets the number.", params: Tally.self, result: Tally.self, events: [changed]
    )
}

@main struct Editions: DurableService {
    typealias API = EditionsAPI
    typealias State = Records<Tally>

    static var upgrades: [Upgrade<State>] {
        guard edition == 2 else { return [] }
        return [
            Upgrade("2 dozens") { tallies, context in
                var tally = tallies["all"] ?? Tally()
                tally.number *= 12
                tallies["all"] = tally
                context.emit(API.changed, tally)
            }
        ]
    }

    var methods: [Method<State>] {
        On(API.get) { _, tallies, _ in tallies["all"] ?? Tally() }
        On(API.set) { params, tallies, context in
            tallies["all"] = params
            context.emit(API.changed, params)
            return params
        }
    }
}
