/// What a worker says of its part in a stream that several share: `stream` of a result of `service.stats`.
package struct StreamPart: SuiteMessage {
    /// The check of `service.health` that such a worker has.
    package static let check = "stream"

    /// `active`, `replica` or `changing`.
    package var part = ""
    package var term = 0
    package var position = 0
    package var lag = 0
    package var silence = 0
    package var isCutOff = false
    /// 0 when there is none.
    package var snapshot = 0
    package var isMakingSnapshot = false
    package var snapshotFailures = 0

    package init() {}

    package mutating func members(_ members: inout Members) {
        members("part", &part, .text(), "Whether it takes writes, follows, or is between the two.")
        members("term", &term, .count, "The newest term that it knows of.")
        members("position", &position, .count, "The last row of the log that it has.")
        members("lag", &lag, .count, "Rows of the log that it does not have yet.")
        members("silencems", &silence, .count, "For how long it has heard nothing of the log.", need: .optional)
        members("cutoff", &isCutOff, .boolean, "Whether that is longer than the lease.", need: .optional)
        members("snapshot", &snapshot, .count, "The row of the newest snapshot that it knows of.", need: .optional)
        members("makingsnapshot", &isMakingSnapshot, .boolean, "Whether it makes one now.", need: .optional)
        members("snapshotfailures", &snapshotFailures, .count, "How often it could not make one.", need: .optional)
    }
}
