import ArgumentParser
package import Messages

/// So that a role can be an argument.
extension PeerRole: ExpressibleByArgument {}
