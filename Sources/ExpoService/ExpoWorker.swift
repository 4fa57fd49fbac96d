import ExpoDomain
import Journal
import Logging
import Messages
import WorkerEngine

/// Implements the methods of expo-service, and replaces its data when they are reloaded.
struct ExpoWorker: WorkerService {
    let name = ServiceName.expo
    let summary = ExpoMethod.summary
    let eventTypes = ExpoMethod.events

    private let source: ExpositionSource
    private let log: Logger
    private let initial: Exposition
    private let history = ExpositionHistory()

    /// Reads the exposition.
    ///
    /// - Parameters:
    ///   - source: Where from, now and on every reload.
    ///   - log: Where it says what is wrong with single parts of the data.
    /// - Throws: ``ExpositionError`` when the data cannot be used at all.
    init(source: ExpositionSource, log: Logger) throws {
        self.source = source
        self.log = log
        initial = try Self.read(source, log: log)
    }

    /// The position of the newest event, so that the next can name it after a restart; nothing adds up here.
    var initialLevels: [Level] { [.position(of: ExpoDataReloaded.subject)] }

    var methods: [Method<ServedExposition>] {
        [
            Method(ExpoMethod.poster, body: .read(Self.poster)),
            Method(ExpoMethod.entriesList, body: .read(Self.entriesList)),
            Method(ExpoMethod.entriesGet, body: .read(Self.entriesGet)),
            Method(ExpoMethod.imageGet, body: .read(Self.imageGet)),
        ]
    }

    var openRPC: [UInt8] { PackageResources.expo_openrpc_json }

    var reload: ((inout ServedExposition, inout WriteContext) throws -> Void)? {
        { served, context in
            let exposition = try Self.read(source, log: log)
            let next = ServedExposition(exposition: exposition, position: served.position + 1)
            history.willReplace(served, by: next)
            served = next
            context.emit(
                type: ExpoDataReloaded.type,
                subject: ExpoDataReloaded.subject,
                data: ExpoDataReloaded(entries: exposition.catalogue.entries.count, skipped: exposition.skipped)
            )
            context.keepPosition(of: ExpoDataReloaded.subject)
        }
    }

    func state(from levels: [Level]) -> ServedExposition {
        let position = levels.first { $0.item == ExpoDataReloaded.subject }?.sequence ?? 0
        return history.served(at: position) ?? ServedExposition(exposition: initial, position: position)
    }

    private static func read(_ source: ExpositionSource, log: Logger) throws -> Exposition {
        let exposition = try source.read()
        for warning in exposition.warnings { log.warning("\(warning)") }
        log.info(
            "read the exposition",
            metadata: [
                "source": "\(source)",
                "entries": "\(exposition.catalogue.entries.count)",
                "skipped": "\(exposition.skipped)",
                "pictures": "\(exposition.pictures.count)",
            ]
        )
        return exposition
    }
}
