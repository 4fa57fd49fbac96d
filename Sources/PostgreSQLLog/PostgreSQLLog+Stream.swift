package import ReplicatedLog

extension PostgreSQLLog {
    private static let find = Statement("stream", "SELECT epoch FROM jangteo.stream WHERE name = $1")
    private static let make = Statement(
        "open",
        "INSERT INTO jangteo.stream (name, epoch) VALUES ($1, $2) ON CONFLICT DO NOTHING"
    )

    package func openStream(epoch proposal: String, _ done: @escaping (Result<String, LogError>) -> Void) {
        findEpoch { [self] found in
            guard case .success(nil) = found else { return done(Self.present(found)) }
            call(Self.make, with: [.text(identity.stream), .text(proposal)]) { [self] (made: Result<Void, LogError>) in
                if case .failure(let error) = made { return done(.failure(error)) }
                // Read once more: another worker may have been first, whose row the statement did not see.
                findEpoch { done(Self.present($0)) }
            } read: { _ in
            }
        }
    }

    private func findEpoch(_ done: @escaping (Result<String?, LogError>) -> Void) {
        call(Self.find, with: [.text(identity.stream)], done: done) { $0.count == 0 ? nil : $0.text(column: 0) }
    }

    private static func present(_ found: Result<String?, LogError>) -> Result<String, LogError> {
        found.flatMap { epoch in
            epoch.map { .success($0) } ?? .failure(LogError(.failing, "The stream that was just made is not there"))
        }
    }
}
