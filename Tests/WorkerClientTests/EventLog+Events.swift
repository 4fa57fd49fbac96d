import Messages
import TestKit
import Testing
import WireJSON

extension EventLog {
    /// One of its events as a subscriber reads it.
    func event(_ sequence: Int) throws -> CloudEvent {
        var writer = JSONWriter()
        CloudEvent.write(record(sequence), source: ServiceName.juice.source, epoch: epoch, to: &writer)
        return try #require(CloudEvent(JSONReader().read(writer.bytes)))
    }
}
