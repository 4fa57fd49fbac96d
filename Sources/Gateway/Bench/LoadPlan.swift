internal import WorkerClient

/// What a load does, for how long and how fast.
struct LoadPlan: Sendable {
    let address: ServiceAddress
    /// The order; `nil` where there are only reads.
    let order: LoadCall?
    /// The read; `nil` where there are only orders.
    let read: LoadCall?
    let mix: LoadMix
    let pace: LoadPace
    let clients: Int
    /// The time before anything counts.
    let warmUp: Duration
    /// The time that counts.
    let duration: Duration
    /// How long an answer may take.
    let timeout: Duration
}

/// A method and its params.
struct LoadCall: Sendable, Hashable {
    let method: String
    let params: [UInt8]?
    /// The member of the result that is the same in each; `nil` where there is none to go by.
    var constantMember: String?
}
