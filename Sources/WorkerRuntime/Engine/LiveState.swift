/// The state of a service with everything accepted so far, in a place of its own.
///
/// The frame is compiled without the services. What only points to this place has a size that is known there; with the
/// state inside, the runtime would have to be asked for it at each request.
final class LiveState<State> {
    var value: State

    init(_ value: State) {
        self.value = value
    }
}
