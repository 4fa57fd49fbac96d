internal import ZeroMQ

/// What comes of a topic that was asked for.
struct TopicVerdict: Equatable {
    /// Connections to be notified, and then closed.
    var leaving: [ZMQConnection] = []
    /// Connections to end at once.
    var ended: [ZMQConnection] = []
    /// Where those that leave are notified why.
    var joinTopics: [[UInt8]] = []
}

extension ConnectionTable {
    /// What a topic counts next to its bytes: one that was asked for before takes some work as well.
    private static var topicOverhead: Int { 2 }

    /// What a topic counts after another one.
    ///
    /// libzmq keeps a node for every byte of every topic, and topics that begin alike share nodes: a thousand topics
    /// that differ in their last digits are some two thousand nodes. A topic adds no more than the bytes in which it
    /// differs from any that was asked for before, and so no more than those in which it differs from the last; a SUB
    /// sends topics in the order of their bytes.
    private static func cost(of topic: [UInt8], after previous: [UInt8]) -> Int {
        let shared = zip(topic, previous).prefix { $0 == $1 }.count
        return topic.count - shared + topicOverhead
    }

    /// Counts a subscription or the end of one: libzmq walks through all topics when one subscriber leaves.
    ///
    /// A client that asks for too much is notified before its connection ends, if there is room for what it has asked
    /// for that long: as much again as for all others.
    mutating func asked(for topic: [UInt8], isJoin: Bool = false, over connection: ZMQConnection) -> TopicVerdict {
        guard var record = records[connection.descriptor], record.connection == connection else {
            return TopicVerdict()
        }
        let cost = Self.cost(of: topic, after: record.topic)
        record.topic = topic
        records[connection.descriptor] = record
        guard !record.isEnding else { return askedWhileLeaving(record, cost: cost, joinTopic: isJoin ? topic : nil) }
        if isJoin { joins(connection, at: topic) }
        records[connection.descriptor]?.topicBytes += cost
        topicBytes += cost
        var isOverOwner = false
        if let owner = record.owner {
            accounts.add(topicBytes: cost, to: owner)
            isOverOwner = owner.isKnown && accounts.topicBytes(of: owner) > limits.topicBytes / 2
        }
        var verdict = TopicVerdict()
        if record.topicBytes + cost > limits.topicBytesPerConnection || isOverOwner {
            refuse(connection, verdict: &verdict)
        } else if topicBytes > limits.topicBytes {
            makeRoomForTopics(&verdict)
        }
        return verdict
    }

    /// It is notified, and then closed; what it asks for until then is bounded as well.
    private mutating func askedWhileLeaving(_ record: Record, cost: Int, joinTopic: [UInt8]?) -> TopicVerdict {
        guard record.leavingBytes > 0 else { return TopicVerdict() }
        records[record.connection.descriptor]?.leavingBytes += cost
        leavingBytes += cost
        var verdict = TopicVerdict()
        // Who goes on and on does not wait to be told: as much again as it may have asked for is enough to get to its
        // join topic.
        let isTooMuch = (record.leavingBytes + cost) / 2 > limits.topicBytesPerConnection
        if isTooMuch || leavingBytes > limits.topicBytes {
            leavingBytes -= record.leavingBytes + cost
            records[record.connection.descriptor]?.leavingBytes = 0
            verdict.ended = [record.connection]
        }
        if let joinTopic, !isOfAnother(joinTopic, than: record) {
            joins(record.connection, at: joinTopic)
            verdict.joinTopics = [joinTopic]
        }
        return verdict
    }

    private mutating func refuse(_ connection: ZMQConnection, verdict: inout TopicVerdict) {
        guard let record = records[connection.descriptor] else { return }
        let ended = end(record)
        guard leavingBytes + record.topicBytes <= limits.topicBytes else { return verdict.ended.append(ended) }
        records[connection.descriptor]?.leavingBytes = record.topicBytes
        leavingBytes += record.topicBytes
        verdict.leaving.append(ended)
        if let topic = record.lastJoinTopic, !isOfAnother(topic, than: record) { verdict.joinTopics.append(topic) }
    }

    private mutating func joins(_ connection: ZMQConnection, at topic: [UInt8]) {
        records[connection.descriptor]?.joinTopics.insert(topic)
        records[connection.descriptor]?.lastJoinTopic = topic
    }

    /// Whether another connection has asked for a topic of join markers, too.
    ///
    /// A subscriber to `~sync.` sees the topics of all, and must not have others refused by asking for theirs.
    private func isOfAnother(_ joinTopic: [UInt8], than record: Record) -> Bool {
        records.values.contains { $0.connection != record.connection && $0.joinTopics.contains(joinTopic) }
    }

    /// Ends connections until a quarter of the room is free: those of the owner who asks for most, and of those the
    /// ones that ask for most.
    private mutating func makeRoomForTopics(_ verdict: inout TopicVerdict) {
        func share(of record: Record) -> Int {
            record.owner.map { accounts.topicBytes(of: $0) } ?? record.topicBytes
        }
        let order = records.values.filter { $0.topicBytes > 0 }
            .map { (record: $0, share: share(of: $0)) }
            .sorted { ($0.share, $0.record.topicBytes) > ($1.share, $1.record.topicBytes) }
        for (record, _) in order {
            guard topicBytes > limits.topicBytes / 4 * 3 else { break }
            refuse(record.connection, verdict: &verdict)
        }
    }

    /// A connection is over, or will be soon, and with it what it asked for.
    mutating func forgetTopics(of record: Record) {
        guard record.topicBytes > 0 else { return }
        topicBytes -= record.topicBytes
        if let owner = record.owner { accounts.add(topicBytes: -record.topicBytes, to: owner) }
    }
}
