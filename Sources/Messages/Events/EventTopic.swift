package import WireJSON

/// Topics of the event stream.
///
/// ZeroMQ filters are byte prefixes, so every topic ends in a dot: without it, a filter for `…mango` would also take
/// `…mango-kiwi`.
package enum EventTopic {
    /// What every join marker's topic begins with; it sorts after every data topic, so that libzmq, which sends
    /// subscriptions in byte order, sends it last on every (re)connect.
    package static let syncPrefix = "~sync."

    /// The longest topic, in bytes: libzmq 4.3.4 corrupts subscriptions from 246 on.
    package static let maxLength = 64

    /// What is wrong with the topic of an event, as the end of a sentence; `nil` for one that can be subscribed to.
    ///
    /// - Parameters:
    ///   - type: The event's type, which begins with its service.
    ///   - subject: What it is about.
    ///   - service: Whose event it is.
    package static func fault(type: String, subject: String, of service: ServiceName) -> String? {
        guard type.hasPrefix(all(service)), isPlain(type, withDots: true) else {
            return "of the type \"\(type)\", which is not words with dots between them behind \"\(all(service))\""
        }
        guard !"\(type).".hasPrefix(heartbeat(service)) else {
            return "of the type \"\(type)\", which is the engine's own"
        }
        guard isPlain(subject, withDots: false) else {
            return "about \"\(subject)\", which is empty or has a dot, a blank or a control character"
        }
        guard topic(type: type, subject: subject).utf8.count <= maxLength else {
            return "about \"\(subject)\", which makes its topic longer than \(maxLength) bytes"
        }
        return nil
    }

    private static func isPlain(_ text: String, withDots: Bool) -> Bool {
        var previous: Unicode.Scalar = "."
        for scalar in text.unicodeScalars {
            if scalar == "." {
                guard withDots, previous != "." else { return false }
            } else if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
                return false
            }
            previous = scalar
        }
        return previous != "."
    }

    /// The topic of an event, such as `juice.stock.changed.mango.`.
    package static func topic(type: String, subject: String) -> String {
        "\(type).\(subject)."
    }

    /// The topic of a service's heartbeat, such as `juice.heartbeat.`.
    package static func heartbeat(_ service: ServiceName) -> String {
        "\(service.rawValue).heartbeat."
    }

    /// What every topic of a service begins with, such as `juice.`.
    package static func all(_ service: ServiceName) -> String {
        "\(service.rawValue)."
    }
}

extension EventTopic {
    /// Whether a subscription is one that a join marker answers.
    package static func isJoin(_ topic: [UInt8]) -> Bool {
        topic.starts(with: syncPrefix.utf8) && topic.count <= maxLength
    }
}

/// What heartbeats and join markers say: how far the stream has come.
package struct StreamMarker: Sendable, Hashable, JSONWritable {
    /// The life of the stream.
    package let epoch: String
    /// The newest event; 0 before the first.
    package var sequence: Int
    /// When it was said, in milliseconds since 1970-01-01 UTC; not kept when read.
    package let time: Int
    /// Why this is the last that comes over the connection; `nil` in all other markers.
    package var refused: String?

    /// Whether the worker has heard nothing of its log for so long that others may publish what it does not.
    package var isCutOff = false

    /// The subscriber asks for more topics than it may.
    package static var tooManyTopics: String { "TOO_MANY_TOPICS" }

    package init(epoch: String, sequence: Int, time: Int) {
        self.epoch = epoch
        self.sequence = sequence
        self.time = time
    }

    /// Reads a marker; `nil` when it names no position.
    package init?(_ node: JSONNode) {
        guard let epoch = node["epoch"]?.string, let sequence = node["sequence"]?.integer,
            (0...SequenceText.maxValue).contains(sequence)
        else { return nil }
        self.init(epoch: epoch, sequence: sequence, time: 0)
        refused = node["refused"]?.string
        isCutOff = node["cutoff"]?.boolean ?? false
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("epoch", epoch)
        writer.member("sequence", sequence)
        writer.member("time", time: time)
        if let refused { writer.member("refused", refused) }
        if isCutOff { writer.member("cutoff", true) }
        writer.endObject()
    }
}
