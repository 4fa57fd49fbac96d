internal import CZMQ

extension ZMQPeer {
    /// Reads what the connection of a received frame knows; `nil` when it knows nothing, as within a process.
    init?(_ frame: UnsafePointer<zmq_msg_t>) {
        guard let address = unsafe CZMQ_frame_property(frame, "Peer-Address").map({ unsafe String(cString: $0) })
        else { return nil }
        let process = Process(address)
        self.init(address: process == nil ? address : nil, process: process)
    }
}

extension ZMQPeer.Process {
    /// Reads the address of an ipc peer: `localhost:user:group:process`, in some builds without the first word.
    init?(_ address: String) {
        let parts = address.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].isEmpty || parts[0] == "localhost",
            let user = UInt32(parts[1]), let group = UInt32(parts[2]), let id = Int32(parts[3])
        else { return nil }
        self.init(user: user, group: group, id: id)
    }
}
