/// What a row holds that gives its stream a new epoch, because rows that had been confirmed are lost for good.
///
/// Events behind it have the numbers of events that may have been published before, so they need another epoch: a subscriber
/// who has seen the lost ones finds out. Stores that have the row before it take the new epoch; others have lost rows in them.
///
/// The payload has format 3, and in it both epochs, each in 36 bytes of UTF-8: the former one first.
package struct EpochChange: Sendable, Hashable {
    /// The format of its payload.
    package static let format: UInt16 = 3
    private static let epochBytes = 36

    /// The epoch that ends: a UUID in lower case.
    package let former: String
    /// The epoch that begins.
    package let epoch: String

    /// Describes a change of one UUID to another.
    package init(from former: String, to epoch: String) {
        (self.former, self.epoch) = (former, epoch)
    }

    /// Reads a payload; `nil` when it holds something else.
    ///
    /// - Throws: ``LogError`` with `damaged` when it has this format and cannot be read.
    package init?(_ payload: LogPayload) throws(LogError) {
        guard payload.format == Self.format else { return nil }
        let body = payload.body
        guard body.count == 2 * Self.epochBytes,
            let former = String(validating: body.prefix(Self.epochBytes), as: UTF8.self),
            let epoch = String(validating: body.suffix(Self.epochBytes), as: UTF8.self)
        else { throw LogError(.damaged, "A row that gives the stream a new epoch cannot be read") }
        self.init(from: former, to: epoch)
    }

    /// The payload of its row.
    package var payload: LogPayload { LogPayload(format: Self.format, Array(former.utf8) + Array(epoch.utf8)) }
}
