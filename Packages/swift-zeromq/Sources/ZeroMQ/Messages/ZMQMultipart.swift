/// A whole message of any number of frames, held as one run of bytes.
///
/// Made to be reused: a message that was received into, emptied and filled again allocates nothing once it has grown
/// to the size of the traffic. Frames are numbered from 0; an index outside `0..<count` is a programmer's mistake and
/// traps, so look at ``count`` before trusting what a peer sent.
public struct ZMQMultipart: Sendable, Hashable {
    private var bytes = ReusedBuffer<UInt8>()
    private var ends = ReusedBuffer<Int>()

    /// Whether the received message had more than the socket's ``ZMQSocketOptions/maximumFrames`` or
    /// ``ZMQSocketOptions/maximumMessageBytes``.
    ///
    /// Its last frames are missing then: refuse it.
    public private(set) var isIncomplete = false

    /// Who sent the message; `nil` on a socket without ``ZMQSocketOptions/identifiesPeers``, on a message that was not
    /// received, and within a process.
    public internal(set) var peer: ZMQPeer? {
        get { if case .known(let peer) = sender { peer } else { nil } }
        set { sender = newValue.map(Sender.known) ?? .unknown }
    }
    private var sender = Sender.unknown

    /// Who sent a message, in one word: messages are copied and borrowed as a whole, and most never have a sender.
    private indirect enum Sender: Sendable, Hashable {
        case unknown
        case known(ZMQPeer)
    }

    /// Makes a message without frames.
    public init() {}

    /// Makes a message of the given frames, in their order.
    public init(_ frames: [UInt8]...) {
        for frame in frames {
            append(frame)
        }
    }

    /// Makes a message of the UTF-8 of the given texts, a frame for each.
    public init(utf8 frames: String...) {
        for frame in frames {
            append(utf8: frame)
        }
    }

    /// The number of frames.
    public var count: Int { ends.count }

    /// Whether there is no frame at all.
    ///
    /// A message with one empty frame is not empty.
    public var isEmpty: Bool { ends.count == 0 }

    /// The bytes of all frames together.
    public var byteCount: Int { bytes.count }

    /// The bytes in one frame.
    public func size(of index: Int) -> Int {
        ends.span[index] - start(of: index)
    }

    /// A copy of one frame.
    public func frame(_ index: Int) -> [UInt8] {
        unsafe span(of: index).withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// The text in one frame; what is no UTF-8 in it is replaced by U+FFFD.
    public func text(_ index: Int) -> String {
        String(decoding: frame(index), as: UTF8.self)
    }

    /// One frame in place, without a copy, for as long as the message is not changed.
    @_lifetime(borrow self)
    public func span(of index: Int) -> Span<UInt8> {
        bytes.span.extracting(start(of: index)..<ends.span[index])
    }

    /// Removes all frames and keeps the memory for the next ones.
    public mutating func removeAll() {
        bytes.removeAll()
        ends.removeAll()
        isIncomplete = false
        peer = nil
    }

    /// Appends one frame.
    public mutating func append(_ frame: [UInt8]) {
        append(frame.span)
    }

    /// Appends one frame.
    public mutating func append(_ frame: ArraySlice<UInt8>) {
        append(frame.span)
    }

    /// Appends one frame.
    public mutating func append(_ frame: Span<UInt8>) {
        bytes.append(contentsOf: frame)
        ends.append(bytes.count)
    }

    /// Appends one frame: the text's UTF-8.
    public mutating func append(utf8 text: String) {
        append(text.utf8.span)
    }

    private func start(of index: Int) -> Int {
        index == 0 ? 0 : ends.span[index - 1]
    }
}

extension ZMQMultipart {
    /// Appends a frame that libzmq has just received; `false` when the message is full, and so incomplete.
    mutating func append(received frame: UnsafeBufferPointer<UInt8>, maximumFrames: Int, maximumBytes: Int) -> Bool {
        guard ends.count < maximumFrames, frame.count <= maximumBytes - bytes.count else {
            isIncomplete = true
            return false
        }
        unsafe append(frame.span)
        return true
    }

    /// Lends the bytes and frame ends to a C call.
    func withUnsafeFrames<R>(_ body: (UnsafePointer<UInt8>?, UnsafePointer<Int>?) -> R) -> R {
        unsafe bytes.span.withUnsafeBufferPointer { bytes in
            unsafe ends.span.withUnsafeBufferPointer { ends in
                unsafe body(bytes.baseAddress, ends.baseAddress)
            }
        }
    }
}
