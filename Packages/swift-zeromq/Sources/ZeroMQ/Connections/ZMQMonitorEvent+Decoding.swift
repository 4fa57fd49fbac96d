internal import CZMQ

extension ZMQMonitorEvent {
    /// Reads the two frames of a monitor message; `nil` if they are not one.
    init?(_ message: borrowing ZMQMultipart) {
        guard message.count == 2 else { return nil }
        var event: UInt16 = 0
        var number: Int32 = 0
        let result = unsafe message.span(of: 0).withUnsafeBufferPointer { bytes -> CInt in
            guard let base = bytes.baseAddress else { return -1 }
            return unsafe CZMQ_monitor_decode(base, bytes.count, &event, &number)
        }
        guard result == 0 else { return nil }
        kind = Kind(event: Int(event), value: Int(number))
        endpoint = String(decoding: message.frame(1), as: UTF8.self)
        value = Int(number)
    }
}

extension ZMQMonitorEvent.Kind {
    init(event: Int, value: Int) {
        switch CInt(event) {
        case ZMQ_EVENT_CONNECTED: self = .connected
        case ZMQ_EVENT_CONNECT_DELAYED: self = .connectDelayed
        case ZMQ_EVENT_CONNECT_RETRIED: self = .connectRetried
        case ZMQ_EVENT_LISTENING: self = .listening
        case ZMQ_EVENT_ACCEPTED: self = .accepted
        case ZMQ_EVENT_ACCEPT_FAILED: self = .acceptFailed
        case ZMQ_EVENT_CLOSED: self = .closed
        case ZMQ_EVENT_DISCONNECTED: self = .disconnected
        case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: self = .handshakeSucceeded
        case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL: self = .handshakeFailed(.interrupted(errno: value))
        case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL: self = .handshakeFailed(.protocolError(value))
        case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: self = .handshakeFailed(.refused(status: value))
        default: self = .other(event)
        }
    }
}
