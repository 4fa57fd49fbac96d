public import ArgumentParser
public import Messages

/// Makes `--to juice` possible.
extension ServiceName: ExpressibleByArgument {}
