internal import Logging
internal import Platform
internal import ReplicatedLog

#if PostgreSQL
    internal import PostgreSQLLog

    extension Worker {
        /// Makes a log, and has this worker's own log say what its engine warns of, and does to be durable.
        func makeLog(_ settings: StreamSettings) throws(LogError) -> any WaitableLog {
            let log = try PostgreSQLLog(
                settings.connection,
                identity: LogIdentity(stream: settings.name, writer: dependencies.processID),
                options: PostgreSQLLogOptions(durability: settings.durability),
                on: node
            )
            var warnings = LineLimit()
            log.onWarning = { [log = self.log] text in
                guard warnings.allows(text, at: SystemClock.monotonic) else { return }
                log.warning("the database warns", metadata: ["warning": "\(text)"])
            }
            log.onVerdict = { self.say($0) }
            return log
        }

        /// The first row of a stream that is made of a store.
        func firstRow(of epoch: String, by identity: LogIdentity) throws(LogError) -> LogRow {
            StreamImport.firstRow(of: epoch, by: identity)
        }

        /// Makes a stream in the database of a log, with what was put there before.
        ///
        /// - Returns: Whether there was none of its name.
        func makeStream(
            from row: LogRow,
            epoch: String,
            _ settings: StreamSettings
        ) async throws(LogError) -> Bool {
            try await answer { done throws(LogError) in
                try StreamImport.run(
                    row,
                    epoch: epoch,
                    pinning: settings.durability,
                    at: settings.connection,
                    on: node,
                    done: done
                )
            }
        }

        /// Says what the engine does to be durable, each time that this is something else.
        private func say(_ verdict: Result<ServerReport, LogError>) {
            switch verdict.map({ ($0, $0.durability) }) {
            case .success((let server, .severalMachines(standbysInSync: 0))):
                log.warning(
                    "commits wait: no standby is in sync",
                    metadata: ["standbys": "\(server.synchronousStandbyNames)"]
                )
            case .success((let server, .severalMachines(let count))):
                let count = count.map(String.init) ?? "not visible to this role"
                log.info(
                    "the log is kept by several machines",
                    metadata: ["standbys": "\(server.synchronousStandbyNames)", "insync": "\(count)"]
                )
            case .success((_, .oneMachine(asynchronousReceivers: 0))):
                log.notice("the log is kept by one machine, and lost with its disk")
            case .success((_, .oneMachine(let receivers))):
                log.warning(
                    "a standby that takes over may lack what was confirmed",
                    metadata: ["standbys": "\(receivers)"]
                )
            // A server that is not durable is refused.
            case .success((_, .notDurable)): break
            case .failure(let error): log.error("takes no writes over this database", metadata: ["error": "\(error)"])
            }
        }
    }

    extension StreamSettings {
        /// What a commit waits for at least.
        var durability: DurabilityPin { acceptsAsynchronous ? .acceptingAsynchronous : .strict }
    }
#else
    extension Worker {
        private static var missing: LogError {
            LogError(.misconfigured, "This program was built without PostgreSQL: the trait of that name was left out")
        }

        func makeLog(_ settings: StreamSettings) throws(LogError) -> any WaitableLog { throw Self.missing }

        func firstRow(of epoch: String, by identity: LogIdentity) throws(LogError) -> LogRow { throw Self.missing }

        func makeStream(from row: LogRow, epoch: String, _ settings: StreamSettings) async throws(LogError) -> Bool {
            throw Self.missing
        }
    }
#endif
