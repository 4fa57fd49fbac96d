internal import Messages
internal import WireJSON

/// Where a worker is found, as the lease of its stream keeps it: a text that the log does not look into.
extension ActiveWorker {
    /// One JSON object.
    var text: String {
        var writer = JSONWriter(capacity: 256)
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Reads such a text; `nil` for another.
    init?(text: String) {
        guard let node = try? JSONReader().read(text) else { return nil }
        self.init(node)
    }
}
