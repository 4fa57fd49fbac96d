package import ZeroMQ

extension ZMQMultipart {
    /// Which frame of an answer is its JSON: it follows the empty one that ended the address of the request.
    package var jsonFrame: Int { count > 0 && size(of: 0) == 0 ? 1 : 0 }
}
