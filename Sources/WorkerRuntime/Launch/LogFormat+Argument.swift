import ArgumentParser
package import StructuredLog

/// So that a format can be an argument.
extension LogFormat: ExpressibleByArgument {}
