/// A method of a service, where its requests are counted, and the method after it.
///
/// The methods are a list of these because the frame is compiled without the services: at each request the runtime would
/// have to be asked what a collection of something that is made for one service consists of. They are a dozen, whose short
/// names are compared faster than one is hashed.
final class MethodEntry<State> {
    let method: Method<State>
    /// What the method says, kept: a type that is made for one service has to be asked in its name.
    let isWrite: Bool
    let record: MethodRecords.Index
    private let next: MethodEntry?

    init(_ method: Method<State>, _ record: MethodRecords.Index, next: MethodEntry?) {
        self.method = method
        isWrite = method.isWrite
        self.record = record
        self.next = next
    }

    /// The method of a name, here or further on.
    func named(_ name: String) -> MethodEntry? {
        // A loop would count references to each entry on the way.
        method.name == name ? self : next?.named(name)
    }
}
