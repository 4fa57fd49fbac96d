package import WireJSON

/// Where the worker is that takes the writes of a service, as far as the one that answers knows.
package struct ActiveWorker: Sendable, Hashable, JSONWritable {
    /// Its endpoints for requests.
    package let rpc: [String]
    /// Its endpoints for events.
    package let events: [String]

    package init(rpc: [String], events: [String]) {
        self.rpc = rpc
        self.events = events
    }

    /// Reads the `active` member of an error; `nil` when it is no object.
    ///
    /// A list that is absent is empty.
    package init?(_ node: JSONNode) {
        guard node.kind == .object else { return nil }
        rpc = node["rpc"]?.elements.compactMap { $0.string } ?? []
        events = node["events"]?.elements.compactMap { $0.string } ?? []
    }

    /// Reads what ``text`` was; `nil` for another text.
    package init?(text: String) {
        guard let node = try? JSONReader().read(text) else { return nil }
        self.init(node)
    }

    /// One JSON object, as the lease of a stream keeps it.
    package var text: String {
        var writer = JSONWriter(capacity: 256)
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for (name, endpoints) in [("rpc", rpc), ("events", events)] {
            writer.name(name)
            writer.beginArray()
            for endpoint in endpoints { writer.string(endpoint) }
            writer.endArray()
        }
        writer.endObject()
    }
}
