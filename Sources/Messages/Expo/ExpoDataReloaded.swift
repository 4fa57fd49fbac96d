package import WireJSON

/// The data of an `expo.data.reloaded` event: from here on, answers come from data read anew.
package struct ExpoDataReloaded: Sendable, Hashable, JSONWritable {
    /// The event's type.
    package static let type = "expo.data.reloaded"
    /// Its subject: it is about no single thing.
    package static let subject = "all"

    /// How many entries there are now.
    package var entries: Int
    /// How many elements of the data were not usable.
    package var skipped: Int

    package init(entries: Int, skipped: Int) {
        self.entries = entries
        self.skipped = skipped
    }

    /// Reads the data of an event; `nil` when a number is missing.
    package init?(_ node: JSONNode) {
        guard let entries = node["entries"]?.integer, let skipped = node["skipped"]?.integer else { return nil }
        self.init(entries: entries, skipped: skipped)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("entries", entries)
        writer.member("skipped", skipped)
        writer.endObject()
    }
}
