package import WorkerEngine
package import WorkerRuntime

/// A simulated service's process, as its sockets and its store see it.
package protocol ServerControl: AnyObject {
    /// Whether its process has died and was not cleared away yet.
    var isDead: Bool { get }
    /// Its own present: later than the world's while it is at work.
    var time: Int { get }

    /// One step of its work is about to begin: the place where it may die.
    func step()
    /// Requests have come.
    func wakeForRequests()
    /// Subscribers have come or gone.
    func wakeForSubscriptions()
    /// Plans something of this life of the process.
    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> World.Timer
}

/// A simulated service's end of all its connections, for one life of its process.
package protocol SimulatedSockets: WorkerTransport where Timer == World.Timer {
    /// Whose they are.
    var server: any ServerControl { get }
    /// Where they are.
    var world: World { get }
    /// Whether someone waits to be read.
    var hasRequests: Bool { get }
    /// Whether there are subscriptions to be read.
    var hasWishes: Bool { get }

    /// The process ends, in one way or the other.
    func close(isCrash: Bool)
}

extension SimulatedSockets {
    package func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> World.Timer {
        server.schedule(after: delay, perform)
    }

    /// What happens meanwhile comes before the work or after it, and never in the middle.
    package func offload(_ kind: JobKind, work: @escaping @Sendable () -> Void, done: @escaping () -> Void) {
        _ = server.schedule(after: .milliseconds(world.random.int(0...25))) { [server, world] in
            work()
            _ = server.schedule(after: .milliseconds(world.random.int(0...25)), done)
        }
    }

    package func cancel(_ timer: World.Timer) {
        world.cancel(timer)
    }
}
