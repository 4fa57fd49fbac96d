internal import ArgumentParser
internal import Glibc
internal import Messages
internal import Platform
internal import ServiceContexts
internal import WireJSON

struct NewCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write a package with a service of your own.",
        discussion: """
            The package has a service in one file, a test of it on a simulated machine, and a manifest. It builds, \
            passes its test and runs as it is. Replaces nothing.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "What the service is called: a small letter, then at most 31 small letters, digits and hyphens.",
            valueName: "name"
        ),
        transform: { try NewCommand.name($0) }
    )
    var name: ServiceName

    @Option(
        help: ArgumentHelp("The directory of the package. Default: the name, here.", valueName: "dir"),
        completion: .directory
    )
    var path: String?

    @Option(
        help: ArgumentHelp(
            "The package of Jangteo: its directory, or a URL. Default: the checkout that this program was built in.",
            valueName: "place"
        ),
        completion: .directory
    )
    var package: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    static var tellsOfOutbox: Bool { false }

    func run(in session: Session) async throws -> ExitReason {
        let made = ServicePackage(service: name, library: try LibraryPlace(package))
        let directory = try KeyPlaces.absolute(path ?? name.rawValue)
        if let names = DirectoryNames.read(directory) {
            guard names.allSatisfy([".", ".."].contains) else {
                throw UsageError("\(directory.printable) is not empty: name another directory with --path")
            }
        } else if errno != ENOENT {
            throw ConfigFile.failure(doing: "cannot read \(directory)")
        }
        var written: [String] = []
        do {
            for file in made.files {
                let path = "\(directory)/\(file.path)"
                try ConfigFile.write(Array(file.text.utf8), to: path, isReplacing: false)
                written.append(path)
            }
        } catch {
            // The directory is as good as empty for another try.
            for path in written { unlink(path) }
            throw error
        }
        let next = session.texts("new_service_next", directory: RepeatCommand.quoted(path ?? name.rawValue))
        try session.show(made.files.map { "\(directory)/\($0.path)".printable }, noting: [next]) { writer in
            writer.member("directory", directory)
            writer.array("files") { writer in
                for file in made.files { writer.string(file.path) }
            }
        }
        return .ok
    }

    private static func name(_ word: String) throws(UsageError) -> ServiceName {
        guard let name = ServiceName(rawValue: word), name != "durable", !ServiceName.suite.contains(name) else {
            throw UsageError(
                "'\(word.printable)' cannot name a service: use a small letter, then at most 31 small letters, digits and hyphens, and no word that Jangteo uses itself"
            )
        }
        return name
    }
}
