import Messages
import ZeroMQ

/// A simulated service's process, as its sockets, its store and the faults see it.
protocol ServerControl: AnyObject {
    var name: ServiceName { get }
    /// The disk of its store; `nil` for a service without one.
    var disk: SimulatedDisk? { get }
    /// Whether it answers.
    var isUp: Bool { get }
    /// Whether its process has died and was not cleared away yet.
    var isDead: Bool { get }
    /// Its own present: later than the world's while it is at work.
    var time: Int { get }

    /// One step of its work is about to begin: the place where it may die.
    func step()
    func wakeForRequests()
    func wakeForSubscriptions()
    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> ZMQTimer

    // MARK: Life and death

    func start()
    /// It dies at a later step of an iteration.
    func dieAfter(steps: Int)
    /// It dies now.
    func die()
    /// SIGTERM.
    func terminate()
    /// SIGHUP.
    func reload()
    /// SIGSTOP, and SIGCONT after a while.
    func pause(for nanoseconds: Int)
    /// Its end is a loss of power from now on, and not only the death of the process.
    var losesPower: Bool { get set }
    /// No faults any more: it must come up and stay up.
    func heal()
}
