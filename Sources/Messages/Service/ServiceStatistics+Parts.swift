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
            count = node["count"]?.integer ?? 0
            refusals = ServiceStatistics.counts(node["errors"])
            p50 = node["p50us"]?.integer ?? 0
            p99 = node["p99us"]?.integer ?? 0
            max = node["maxus"]?.integer ?? 0
            durations = StatisticsHistogram(node["histogramus"], of: count)
        }
    }

    /// What has happened to the connections of one socket.
    package struct Connections: Sendable, Hashable {
        /// Those that there are.
        package let open: Int
        /// Those that were accepted.
        package let accepted: Int
        /// Those that ended before the peer had introduced itself.
        package let handshakeFailures: Int
        /// Those that could not be accepted because no file was left.
        package let acceptFailures: Int
        /// Those that were ended because of a limit.
        package let hungUp: Int
        /// How often the endpoints were given up for a while.
        package let pauses: Int

        init(_ node: JSONNode?) {
            open = node?["open"]?.integer ?? 0
            accepted = node?["accepted"]?.integer ?? 0
            handshakeFailures = node?["handshakefailures"]?.integer ?? 0
            acceptFailures = node?["acceptfailures"]?.integer ?? 0
            hungUp = node?["hungup"]?.integer ?? 0
            pauses = node?["pauses"]?.integer ?? 0
        }
    }

    /// How much room the store of a service takes, in bytes.
    package struct Store: Sendable, Hashable {
        /// The database.
        package let database: Int
        /// Its write-ahead log.
        package let log: Int
        /// What is left on the file system; `nil` when the service cannot tell.
        package let free: Int?

        init?(_ node: JSONNode?) {
            guard let node, let database = node["bytes"]?.integer, let log = node["logbytes"]?.integer else {
                return nil
            }
            (self.database, self.log, free) = (database, log, node["freebytes"]?.integer)
        }
    }

    /// What the process of a service takes of its machine.
    package struct Process: Sendable, Hashable {
        /// Milliseconds of processors.
        package let processorTime: Int
        /// Bytes of memory, those shared with others included.
        package let residentMemory: Int
        /// Bytes of address space.
        package let virtualMemory: Int
        package let threads: Int
        /// Files that it has open; `nil` when it cannot tell.
        package let openFiles: Int?
        /// Files that it may have open; `nil` when it cannot tell.
        package let mostOpenFiles: Int?

        init?(_ node: JSONNode?) {
            guard let node, let time = node["cpums"]?.integer, let resident = node["residentbytes"]?.integer,
                let space = node["virtualbytes"]?.integer, let threads = node["threads"]?.integer
            else { return nil }
            (processorTime, residentMemory, virtualMemory, self.threads) = (time, resident, space, threads)
            openFiles = node["openfiles"]?.integer
            mostOpenFiles = node["maxfiles"]?.integer
        }
    }

    static func counts(_ node: JSONNode?) -> [String: Int] {
        guard let node, node.kind == .object else { return [:] }
        return Dictionary(node.members.map { ($0.name, $0.value.integer ?? 0) }) { $1 }
    }
}
