import ArgumentParser
package import Messages

/// Makes `--to juice` possible.
extension ServiceName: ExpressibleByArgument {}
