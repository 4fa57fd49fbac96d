internal import ArgumentParser
internal import Messages
internal import ServiceContexts
internal import Terminal
internal import WorkerClient
internal import ZeroMQ

struct DoctorCommand: GatewayCommand {
    /// The list of packages of a large machine has some ten megabytes.
    private static let maxPackageListBytes = 64 << 20

    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check this machine and the services for problems, and say what to do.",
        discussion: """
            Nothing is changed. With a context, that context, its keys and its services are checked. Exit code 0: \
            nothing needs to be done; 1: something does.
            """
    )

    @Option(
        help: ArgumentHelp("The services to check. Default: all.", valueName: "service,…"),
        completion: Completions.services,
        transform: { try ServiceList(parsing: $0) }
    )
    var to = ServiceList.all

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let report = DoctorReport(findings: try await findings(session), texts: session.texts)
        try session.show(report.table, or: report.document)
        session.output.note(report.advice)
        return report.isGood ? .ok : .refused
    }

    private func findings(_ session: Session) async throws -> [Finding] {
        let (settings, texts) = (session.settings, session.texts)
        let maps = try? InputFile.read("/proc/self/maps", limit: Self.maxPackageListBytes)
        let isOfPackage = maps.map { LibraryCheck.isOfPackage(in: String(decoding: $0, as: UTF8.self)) } ?? true
        let packages = isOfPackage ? try? InputFile.read(LibraryCheck.packages, limit: Self.maxPackageListBytes) : nil
        let library = LibraryCheck(
            version: .library,
            hasCurve: ZMQVersion.hasCurve,
            packageVersion: packages.flatMap {
                LibraryCheck.packageVersion(in: String(decoding: $0, as: UTF8.self))
            },
            texts: texts
        )
        let context = try ContextCheck(of: to, settings: settings, in: texts)
        let directories = DirectoryCheck(
            runDirectory: context.isLocal ? settings.places.runDirectory : nil,
            stateDirectory: settings.stateDirectory,
            texts: texts
        )
        let disk = DiskCheck(directory: settings.stateDirectory, texts: texts)
        return library.findings + directories.findings + SystemCheck(texts: texts).findings + disk.findings
            + context.findings + (try await services(of: context, in: session))
    }

    private func services(of context: ContextCheck, in session: Session) async throws -> [Finding] {
        let workers = context.addresses.flatMap(\.workers)
        let answers = try await FanOut.ask(workers, in: session, asking: ServiceStatus.init(asking:))
        return zip(workers, answers).map { address, answer in
            ServiceCheck(address: address, result: answer.result, isLocal: context.isLocal, texts: session.texts)
                .finding
        }
    }
}
