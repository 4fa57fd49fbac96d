/// The data of an `expo.data.reloaded` event: from here on, answers come from data read anew.
package struct ExpoDataReloaded: SuiteMessage {
    /// The event's type.
    package static let type = "expo.data.reloaded"
    /// Its subject: it is about no single thing.
    package static let subject = "all"

    package var entries = 0
    package var skipped = 0

    package init() {}
    package init(entries: Int, skipped: Int) { (self.entries, self.skipped) = (entries, skipped) }

    package mutating func members(_ members: inout Members) {
        members("entries", &entries, .count, "How many entries there are now.")
        members("skipped", &skipped, .count, "How many elements of the data cannot be used.")
    }
}
