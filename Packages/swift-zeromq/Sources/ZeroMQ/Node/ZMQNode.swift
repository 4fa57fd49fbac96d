internal import CZMQ
internal import Synchronization

/// One libzmq context and the one thread that owns all its sockets.
///
/// A node is a `SerialExecutor`. An actor that names it as its executor runs on the owner thread, and may make sockets,
/// keep them and use them; the compiler keeps everybody else out.
///
/// ```swift
/// actor Echo {
///     private let node: ZMQNode
///     nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }
/// }
/// ```
///
/// The actor must hold its node strongly. Callbacks run on the owner thread too, so they may use
/// `assumeIsolated` of such an actor. Nothing that runs there may block: every socket of the node would wait.
///
/// Methods that make or touch sockets and timers trap when they are called on another thread: that is a mistake in the
/// program, never something a peer can cause.
@safe
public final class ZMQNode: SerialExecutor, @unchecked Sendable {
    /// The name of the node and, as far as 15 bytes reach, of its thread.
    public let name: String
    /// What its context gets at the start.
    let contextSettings: [(option: CInt, value: CInt)]

    /// What any thread may touch.
    let inbox = Mutex(Inbox())
    /// Lives as long as the node, so that a late job never writes to a descriptor that belongs to someone else now.
    let wakeup: Wakeup

    /// Tells connections that this node's authenticator let in from those that only say so.
    let voucher = String(UInt64.random(in: 0 ... .max), radix: 36) + String(UInt64.random(in: 0 ... .max), radix: 36)

    // MARK: For the owner thread only

    /// `nil` before the start and after the end.
    var context: UnsafeMutableRawPointer?
    var sockets = SocketTable()
    var timers = TimerQueue()
    var waiters = WaiterTable()
    /// Without what is counted when it is asked for: see ``statistics``.
    var counts = ZMQStatistics()
    /// How often tasks have found what they asked for without a wait, since the loop's last turn.
    var turnsTaken = 0
    /// The tasks that let others come in between.
    var yielded: [CheckedContinuation<Void, Never>] = []
    /// By name: see ``shared(_:make:)``.
    var shared: [String: AnyObject] = [:]

    init(name: String, _ options: ZMQContextOptions) throws(ZMQError) {
        self.name = name
        contextSettings = try options.settings()
        wakeup = try Wakeup()
    }

    /// Whether the calling thread is the owner, or acts for it after the end.
    var isOwner: Bool {
        unsafe CZMQ_thread_owner() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }

    func requireOwner(_ function: StaticString = #function) {
        guard isOwner else {
            preconditionFailure("ZMQNode '\(name)': \(function) was called on a thread that does not own the node")
        }
    }
}
