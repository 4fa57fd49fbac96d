public import ArgumentParser
public import Messages

/// So that a role can be an argument.
extension PeerRole: ExpressibleByArgument {}
