package import Messages
package import ZeroMQ

/// Where a service answers and publishes.
package struct ServiceAddress: Sendable, Hashable {
    /// The service.
    package var service: ServiceName
    /// Its request endpoint, such as `ipc:///run/user/1000/jangteo/juice.rpc` or `tcp://127.0.0.1:7101`.
    ///
    /// With several workers the endpoints of all, with commas between them.
    package var rpc: String
    /// Its event endpoint, or those of all its workers, in the same way.
    package var events: String
    /// The keys for both; `nil` where no key is needed, as over ipc.
    package var keys: ServiceKeys?

    /// Creates an address from two endpoints; they are checked when a client connects.
    package init(service: ServiceName, rpc: String, events: String, keys: ServiceKeys? = nil) {
        self.service = service
        self.rpc = rpc
        self.events = events
        self.keys = keys
    }

    /// The request endpoints, one for each worker.
    package var rpcEndpoints: [String] { Self.endpoints(in: rpc) }
    /// The event endpoints, one for each worker.
    package var eventEndpoints: [String] { Self.endpoints(in: events) }

    /// The endpoints in a text that has commas between them, each in its normal form if it is one; never none.
    package static func endpoints(in text: String) -> [String] {
        let endpoints = text.split(separator: ",").map { part in
            (try? ZMQEndpoint(parsing: String(part)))?.description ?? String(part)
        }
        return endpoints.isEmpty ? [text] : endpoints
    }

    /// Whether two texts of endpoints lead to the same service: workers are added to it and taken away.
    package static func haveCommonEndpoint(_ one: String, _ other: String) -> Bool {
        !Set(endpoints(in: one)).isDisjoint(with: endpoints(in: other))
    }

    /// One address for each worker.
    ///
    /// Which event endpoint is whose is not known: each has all of them.
    package var workers: [ServiceAddress] {
        rpcEndpoints.map { endpoint in
            var worker = self
            worker.rpc = endpoint
            return worker
        }
    }

    /// Creates the address that a service has by default.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - runDirectory: The run directory, without a closing slash.
    package init(service: ServiceName, runDirectory: String) {
        self.init(
            service: service,
            rpc: "ipc://\(runDirectory)/\(service.rawValue).rpc",
            events: "ipc://\(runDirectory)/\(service.rawValue).events"
        )
    }
}

/// The keys for a service that is reached over CURVE.
package struct ServiceKeys: Sendable, Hashable {
    /// What we know the service by.
    package var server: CurvePublicKey
    /// What the service knows us by.
    package var client: CurveKeyPair

    package init(server: CurvePublicKey, client: CurveKeyPair) {
        (self.server, self.client) = (server, client)
    }
}

extension ServiceKeys? {
    /// How to make oneself known with them.
    var security: ZMQClientSecurity {
        map { .curve(server: $0.server, client: $0.client) } ?? .none
    }
}
