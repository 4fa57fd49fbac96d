/// A write that a caller wants to happen once, however often it has to ask.
struct CampaignIntent: Sendable {
    let key: String
    let method: String
    /// One JSON object.
    let params: String

    /// A trace context that names the key, so that every event says which intent caused it.
    var trace: String {
        "00-\(key.filter { $0 != "-" })-0000000000000001-01"
    }
}
