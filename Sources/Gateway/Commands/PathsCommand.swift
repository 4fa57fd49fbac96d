internal import ArgumentParser
internal import Platform
internal import ServiceContexts
internal import WireJSON

struct PathsCommand: GatewayCommand {
    enum Place: String, CaseIterable, ExpressibleByArgument {
        case run
        case state
        case config
    }

    static let configuration = CommandConfiguration(
        commandName: "paths",
        abstract: "Show the directories that the services of this machine and the gateway use.",
        discussion: """
            Each is what arguments say, else the environment, else the default of the XDG Base Directory Specification. \
            run: sockets and locks. state: data and unfinished writes. config: keys, contexts and tokens. \
            For scripts: with names, only those paths are written, one a line.
            """
    )

    @Argument(help: ArgumentHelp("The directories to show; default: all, with their names.", valueName: "name"))
    var names: [Place] = []

    @OptionGroup(title: "Global options") var global: GlobalOptions

    // Scripts ask, and nobody reads what else they write.
    static var tellsOfOutbox: Bool { false }

    func run(in session: Session) async throws -> ExitReason {
        let settings = session.settings
        var found: [(name: String, path: String)] = []
        for place in names.isEmpty ? Place.allCases : names {
            guard let path = settings.path(of: place) else {
                guard names.isEmpty else {
                    throw UsageError("nothing says where the \(place.rawValue) directory is: set HOME")
                }
                continue
            }
            found.append((place.rawValue, path))
        }
        // Each name is shorter than its column.
        let label = { (name: String) in names.isEmpty ? name + String(repeating: " ", count: 8 - name.count) : "" }
        try session.show(found.map { label($0.name) + $0.path }) { writer in
            for place in found {
                writer.name(place.name)
                writer.string(place.path)
            }
        }
        return .ok
    }
}

extension Settings {
    fileprivate func path(of place: PathsCommand.Place) -> String? {
        switch place {
        case .run: places.runDirectory
        case .state: stateDirectory
        case .config: places.configDirectory
        }
    }
}
