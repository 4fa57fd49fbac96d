/// The counts and latencies of all methods.
///
/// A request remembers where it is counted as a number: to remember it as an object would count references to that.
struct MethodRecords {
    /// Where the requests for one method are counted.
    struct Index {
        fileprivate let position: Int
    }

    private var records: [MethodRecord] = []
    private var indices: [String: Index] = [:]

    /// Where requests for a method of the service are counted, or those for `-`, which means requests that named
    /// none.
    ///
    /// Names from the wire that are no method must not get here: a peer could grow the table without end.
    mutating func index(of method: String) -> Index {
        if let known = indices[method] { return known }
        let index = Index(position: records.count)
        indices[method] = index
        records.append(MethodRecord())
        return index
    }

    /// Counts one answered request.
    ///
    /// - Parameters:
    ///   - failure: The reason of its refusal; `nil` when it got a result.
    ///   - nanoseconds: From arrival to the end of its iteration.
    ///   - index: For which method.
    mutating func add(_ failure: String?, nanoseconds: UInt64, to index: Index) {
        records[index.position].add(failure, nanoseconds: nanoseconds)
    }

    /// All that were asked for, by name.
    var sorted: [(name: String, record: MethodRecord)] {
        indices.sorted { $0.key < $1.key }
            .map { (name: $0.key, record: records[$0.value.position]) }
            .filter { $0.record.count > 0 }
    }
}

/// Counts and latencies of one method.
struct MethodRecord {
    private(set) var count = 0
    private(set) var failures: [String: Int] = [:]
    private(set) var microseconds = LatencyRecord()

    /// Counts one answered request.
    ///
    /// - Parameters:
    ///   - failure: The reason of its refusal; `nil` when it got a result.
    ///   - nanoseconds: From arrival to the end of its iteration.
    mutating func add(_ failure: String?, nanoseconds: UInt64) {
        count += 1
        if let failure { failures[failure, default: 0] += 1 }
        microseconds.record(nanoseconds / 1_000)
    }
}
