/// Topics of the event stream.
///
/// ZeroMQ filters are byte prefixes, so every topic ends in a dot: without it, a filter for `…mango` would also take
/// `…mango-kiwi`.
package enum EventTopic {
    /// What every join marker's topic begins with; it sorts after every data topic, so that libzmq, which sends
    /// subscriptions in byte order, sends it last on every (re)connect.
    package static let syncPrefix = "~sync."

    /// The longest topic, in bytes: libzmq 4.3.4 corrupts subscriptions from 246 on.
    package static let longest = 64

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
