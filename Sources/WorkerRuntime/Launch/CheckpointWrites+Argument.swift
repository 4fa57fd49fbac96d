import ArgumentParser
package import Storage

/// So that it can be an argument.
extension CheckpointWrites: ExpressibleByArgument {}
