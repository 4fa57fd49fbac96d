@_exported public import ArgumentParser
@_exported public import Messages

/// A service whose writes are durable: a program with methods over a state.
///
/// A type with `@main` is the whole program. Its stored properties may be options of the command line, as those of
/// `ParsableArguments`; those of every service are there besides.
///
/// The bodies of its methods run one after the other, so that none needs a lock, and none may wait: what waits or
/// computes for long is a ``Job``.
public protocol DurableService: ParsableArguments, Sendable {
    /// What the service says of itself.
    associatedtype API: ServiceAPI
    /// What its methods read and change: ``NoState``, ``Records`` or ``Tables``.
    associatedtype State: ServiceState = NoState

    /// What it does, one element for each method.
    @MethodsBuilder<State> var methods: [Method<State>] { get }

    /// The steps that made its tables what they are; only for a state of ``Tables``.
    static var tables: [TableStep] { get }

    /// The files that its rows name.
    static var files: FileFolder { get }

    /// What was done to the state since its first version, each once, by the worker that takes writes.
    static var upgrades: [Upgrade<State>] { get }
}

extension DurableService {
    /// None.
    public static var tables: [TableStep] { [] }
    /// None.
    public static var files: FileFolder { .none }
    /// None.
    public static var upgrades: [Upgrade<State>] { [] }

    /// Runs the service: reads the arguments, serves until SIGTERM or `service.drain`, and ends with an exit code.
    ///
    /// The codes are those of the services of the suite: 64 for wrong arguments, 75 to be started again, 78 when it
    /// refuses to start.
    ///
    /// It is `@concurrent` because `@main` takes no function that runs where its caller does.
    @concurrent public static func main() async { await ServiceProgram<Self>.main() }
}

/// Collects the methods of a service.
@resultBuilder public enum MethodsBuilder<State: ServiceState> {
    /// Takes one method.
    public static func buildExpression(_ method: Method<State>) -> [Method<State>] { [method] }
    /// Takes a list of methods.
    public static func buildExpression(_ methods: [Method<State>]) -> [Method<State>] { methods }
    /// Puts them one behind the other.
    public static func buildBlock(_ methods: [Method<State>]...) -> [Method<State>] { methods.flatMap(\.self) }
}
