import Testing

@testable import ZeroMQ

/// What a peer speaks, asked without speaking it.
@Suite(.timeLimit(.minutes(10)))
struct MechanismTests {
    private let anyPort = ZMQEndpoint.tcp(host: "127.0.0.1", port: 0)

    /// Asks a ROUTER that is bound so; without a security there is none.
    private func expect(
        _ expected: ZMQMechanism?,
        of endpoint: ZMQEndpoint,
        _ security: ZMQServerSecurity?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await withOwner { owner in
            let answers = Inlet<ZMQMechanism?>()
            try await owner.run { owner in
                _ = try owner.guarded()
                let router = try owner.node.makeRouter()
                owner.keep(router)
                let bound = try security.map { security in try router.bind(endpoint, security: security) } ?? endpoint
                owner.keep(
                    try owner.node.askMechanism(of: bound, within: .seconds(security == nil ? 0 : 20)) {
                        answers.put($0)
                    }
                )
            }
            return try await answers.next()
        }
        #expect(answer == expected, sourceLocation: sourceLocation)
    }

    @Test func `a peer says which mechanism it speaks, over TCP and ipc`() async throws {
        let keys = try CurveKeyPair.generate()
        try await expect(.curve, of: anyPort, .curve(keys, domain: "test"))
        try await expect(.null, of: anyPort, .unencrypted(domain: "test"))
        try await withTemporaryDirectory { directory in
            let endpoint = ZMQEndpoint.ipc(path: "\(directory)/x")
            try await expect(.null, of: endpoint, .local)
            try await expect(.curve, of: endpoint, .curve(keys, domain: "test"))
        }
    }

    @Test func `where nobody is, nothing is said`() async throws {
        try await withTemporaryDirectory { directory in
            try await expect(nil, of: .ipc(path: "\(directory)/x"), nil)
        }
    }
}
