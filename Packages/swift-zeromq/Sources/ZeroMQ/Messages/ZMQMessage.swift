internal import CZMQ

/// A whole message whose frames own the memory that libzmq received them into, or will send them from.
///
/// It has one owner and is never copied: to send it hands its memory on, to receive it takes what libzmq has. Made for large
/// frames and for what passes messages on; ``ZMQMultipart`` is a value that can be kept and compared, and is reused without an
/// allocation, which small messages are served best by. Frames are numbered from 0; an index outside `0..<count` is a
/// programmer's mistake and traps.
///
/// A small frame that was received may share 8 KiB of memory with its neighbours (libzmq's decoder), so copy what has to be kept
/// for long.
@safe
public struct ZMQMessage: ~Copyable {
    private var frames = UnsafeMutablePointer<zmq_msg_t>.allocate(capacity: 2)
    private var capacity = 2
    /// The number of frames.
    public private(set) var count = 0
    /// Whether the received message had more than the socket's ``ZMQSocketOptions/maximumFrames`` or
    /// ``ZMQSocketOptions/maximumMessageBytes``.
    ///
    /// Its last frames are missing then: refuse it.
    public internal(set) var isIncomplete = false

    /// Makes a message without frames.
    public init() {}

    /// Makes a message of copies of the given frames, in their order.
    public init(_ frames: [UInt8]...) {
        for frame in frames { append(frame.span) }
    }

    deinit {
        for index in 0..<count { unsafe CZMQ_frame_clear(frames + index) }
        unsafe frames.deallocate()
    }

    /// Whether there is no frame at all.
    public var isEmpty: Bool { count == 0 }

    /// The bytes of all frames together.
    public var byteCount: Int { (0..<count).reduce(0) { $0 + size(of: $1) } }

    /// The bytes in one frame.
    public func size(of index: Int) -> Int {
        unsafe CZMQ_frame_size(pointer(index))
    }

    /// One frame in place, without a copy, for as long as the message is not changed.
    @_lifetime(borrow self)
    public func span(of index: Int) -> Span<UInt8> {
        let frame = unsafe pointer(index)
        let bytes = unsafe UnsafeBufferPointer(start: CZMQ_frame_bytes(frame), count: CZMQ_frame_size(frame))
        return unsafe _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
    }

    /// A copy of one frame.
    public func frame(_ index: Int) -> [UInt8] {
        unsafe span(of: index).withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// What is known of the connection that the message came over, by a name of zmq_msg_gets(3).
    ///
    /// `Peer-Address`, `Socket-Type`, `Routing-Id`, `User-Id` (what a ``ZMQAuthenticator`` called the peer), and `X-` with a name
    /// of the peer's ``ZMQSocketOptions/metadata``. The peer chooses all but the address and the user id.
    ///
    /// - Returns: The value; `nil` where there is none, as in a message that was not received, or within a process.
    public func property(_ name: String) -> String? {
        // Of the last frame: in libzmq 4.3.4 a ROUTER's first has no properties.
        guard count > 0, let value = unsafe CZMQ_frame_property(frames + (count - 1), name) else { return nil }
        return unsafe String(cString: value)
    }

    // MARK: Building

    /// Appends a copy of some bytes as one frame.
    public mutating func append(_ bytes: Span<UInt8>) {
        guard let memory = unsafe appendFrame(bytes.count) else { return }
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe memory.update(from: base, count: bytes.count)
        }
    }

    /// Appends a copy of a text's UTF-8 as one frame.
    public mutating func append(utf8 text: String) {
        append(text.utf8.span)
    }

    /// Appends a frame that is written where it is sent from.
    ///
    /// - Parameters:
    ///   - size: The size of the frame, in bytes.
    ///   - initialize: Appends this many bytes; what it leaves out is 0.
    public mutating func append(count size: Int, _ initialize: (inout OutputSpan<UInt8>) -> Void) {
        let memory = unsafe UnsafeMutableBufferPointer(start: appendFrame(size), count: size)
        var output = unsafe OutputSpan(buffer: memory, initializedCount: 0)
        initialize(&output)
        let written = unsafe output.finalize(for: memory)
        unsafe memory[written...].initialize(repeating: 0)
    }

    /// Appends a frame of memory that is only lent, so that nothing is copied: of a mapped file, or of a buffer that is reused.
    ///
    /// Worth it from some 16 KiB; a small frame is copied faster than memory is given back. Over inproc the receiver reads
    /// the same memory.
    ///
    /// - Parameters:
    ///   - bytes: Stays where it is, and as it is, until it is given back.
    ///   - giveBack: Called once, on any thread, when the last message with the frame is sent, dropped or released, at the latest
    ///     when the context has ended. It must not block.
    @unsafe
    public mutating func append(lending bytes: UnsafeRawBufferPointer, giveBack: @escaping @Sendable () -> Void) {
        if count == capacity { grow() }
        let hint = unsafe Unmanaged.passRetained(Lent(giveBack: giveBack)).toOpaque()
        let result = unsafe CZMQ_frame_lend(
            frames + count,
            bytes.baseAddress,
            bytes.count,
            { _, hint in
                guard let hint = unsafe hint else { return }
                unsafe Unmanaged<Lent>.fromOpaque(hint).takeRetainedValue().giveBack()
            },
            hint
        )
        precondition(result == 0, "no memory for a frame")
        count += 1
    }

    /// Removes the first frame, as a proxy does with the name of a peer.
    public mutating func removeFirst() {
        precondition(count > 0, "a message without frames has no first one")
        unsafe CZMQ_frames_rotate(frames, count, false)
        removeLast()
    }

    /// Removes the last frame.
    public mutating func removeLast() {
        count -= 1
        unsafe CZMQ_frame_clear(pointer(count, of: count + 1))
    }

    /// Puts a copy of some bytes before all frames, as who sends to a ROUTER's peer does with its name.
    public mutating func prepend(_ bytes: Span<UInt8>) {
        append(bytes)
        unsafe CZMQ_frames_rotate(frames, count, true)
    }

    // MARK: For the sockets

    /// The next frame to receive into, and the memory for it.
    mutating func appendEmptyFrame() -> UnsafeMutablePointer<zmq_msg_t> {
        if count == capacity { grow() }
        let frame = unsafe frames + count
        unsafe CZMQ_frame_init(frame)
        count += 1
        return unsafe frame
    }

    private mutating func appendFrame(_ size: Int) -> UnsafeMutablePointer<UInt8>? {
        if count == capacity { grow() }
        let bytes = unsafe CZMQ_frame_make(frames + count, size)
        precondition(unsafe bytes != nil || size == 0, "no memory for a frame of \(size) bytes")
        count += 1
        return unsafe bytes
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<zmq_msg_t>.allocate(capacity: capacity * 2)
        unsafe CZMQ_frames_move(frames, larger, count)
        unsafe frames.deallocate()
        unsafe frames = larger
        capacity *= 2
    }

    /// Lends the frames to a call that takes them, or none.
    mutating func withFrames(_ body: (UnsafeMutablePointer<zmq_msg_t>, Int) -> CInt) -> CInt {
        let result = unsafe body(frames, count)
        if result >= 0 { removeAll() }
        return result
    }

    mutating func removeAll() {
        for index in 0..<count { unsafe CZMQ_frame_clear(frames + index) }
        count = 0
        isIncomplete = false
    }

    private func pointer(_ index: Int, of count: Int? = nil) -> UnsafeMutablePointer<zmq_msg_t> {
        precondition((0..<(count ?? self.count)).contains(index), "frame \(index) of \(self.count)")
        return unsafe frames + index
    }
}

/// Memory that was lent to libzmq.
private final class Lent: Sendable {
    let giveBack: @Sendable () -> Void

    init(giveBack: @escaping @Sendable () -> Void) {
        self.giveBack = giveBack
    }
}
