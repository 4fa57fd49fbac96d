internal import WireJSON

extension ServiceStatistics {
    /// The requests for one method.
    package struct Method: Sendable, Hashable {
        /// The method, or `-` for requests that named none of the service.
        package let name: String
        /// Requests answered, errors included.
        package let count: Int
        /// How many of those were refused, by reason.
        package let refusals: [String: Int]
        /// What half of the answers did not exceed.
        package let p50: Int
        /// What 99 of 100 answers did not exceed.
        package let p99: Int
        /// The slowest answer.
        package let max: Int
        /// Times to answer, in microseconds; `nil` when the service did not say.
        package let durations: StatisticsHistogram?

        /// How many were refused.
        package var errors: Int { refusals.values.reduce(0, +) }

        init(_ name: String, _ node: JSONNode) {
            self.name = name
            count = ServiceStatistics.count(node["count"])
            refusals = ServiceStatistics.counts(node["errors"])
            p50 = ServiceStatistics.count(node["p50us"])
            p99 = ServiceStatistics.count(node["p99us"])
            max = ServiceStatistics.count(node["maxus"])
            durations = StatisticsHistogram(node["histogramus"], of: count)
        }
    }

    /// What has happened to the connections of one socket.
    package struct Connections: SuiteMessage {
        package var open = 0
        package var accepted = 0
        package var handshakeFailures = 0
        package var acceptFailures = 0
        package var hungUp = 0
        package var pauses = 0

        package init() {}

        package mutating func members(_ members: inout Members) {
            members("open", &open, .count, "Those that there are.", need: .optional)
            members("accepted", &accepted, .count, "Those that were accepted.", need: .optional)
            members("handshakefailures", &handshakeFailures, .count, "Ended before an introduction.", need: .optional)
            members("acceptfailures", &acceptFailures, .count, "Not accepted: no file was left.", need: .optional)
            members("hungup", &hungUp, .count, "Those that were ended because of a limit.", need: .optional)
            members("pauses", &pauses, .count, "How often the endpoints were given up.", need: .optional)
        }
    }

    /// How much room the store of a service takes, in bytes.
    package struct Store: SuiteMessage {
        package var database = 0
        package var log = 0
        /// `nil` when the service cannot tell.
        package var free: Int?

        package init() {}

        package mutating func members(_ members: inout Members) {
            members("bytes", &database, .count, "Of the database.")
            members("logbytes", &log, .count, "Of the write-ahead log.")
            members("freebytes", &free, .count, "Left on the file system.")
        }
    }

    /// What the process of a service takes of its machine.
    package struct Process: SuiteMessage {
        package var processorTime = 0
        package var residentMemory = 0
        package var virtualMemory = 0
        package var threads = 0
        /// `nil` when it cannot tell.
        package var openFiles: Int?
        /// `nil` when it cannot tell.
        package var mostOpenFiles: Int?

        package init() {}

        package mutating func members(_ members: inout Members) {
            members("cpums", &processorTime, .count, "Milliseconds of processors.")
            members("residentbytes", &residentMemory, .count, "Memory, that shared with others included.")
            members("virtualbytes", &virtualMemory, .count, "Address space.")
            members("threads", &threads, .count, "How many it has.")
            members("openfiles", &openFiles, .count, "Files that it has open.")
            members("maxfiles", &mostOpenFiles, .count, "How many it may have open.")
        }
    }

    static func counts(_ node: JSONNode?) -> [String: Int] {
        guard let node, node.kind == .object else { return [:] }
        let named = node.members.filter { $0.name.utf8.count <= maxNameBytes }.prefix(maxNames)
        return Dictionary(named.map { ($0.name, count($0.value)) }) { $1 }
    }

    /// What a service has names for is written once for each figure, so a peer must not choose how much that is.
    static let maxNameBytes = 64
    static let maxNames = 256

    /// A count from a peer, within what as many of them as a message holds can be added up to.
    static func count(_ node: JSONNode?) -> Int { bounded(node?.integer ?? 0) }

    static func bounded(_ count: Int) -> Int { min(max(count, 0), 1 << 44) }
}
