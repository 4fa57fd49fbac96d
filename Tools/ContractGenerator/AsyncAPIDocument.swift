/// The AsyncAPI document of all events.
struct AsyncAPIDocument {
    let contract: Contract
    let version: String

    var value: JSONValue {
        [
            "asyncapi": "3.0.0",
            "id": "urn:jangteo:events",
            "info": [
                "title": "Events of the suite",
                "version": .string(version),
                "description": .string(
                    "What the services publish, each on a socket of its own. events.md says how a subscriber misses "
                        + "nothing; the requests are in the OpenRPC documents."
                ),
                "license": ["name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"],
            ],
            "defaultContentType": "application/json",
            "servers": object(publishers) { ($0.name, server($0)) },
            "channels": object(channels) { ($0.name, $0.value) },
            "operations": object(channels) { ("publish" + $0.name.capitalizedFirst, $0.operation) },
            "components": ["messages": messages],
        ]
    }

    private var publishers: [ServiceContract] { contract.services.filter(\.hasStream) }

    private struct Channel {
        let name: String
        let value: JSONValue
        let operation: JSONValue

        /// - Parameters:
        ///   - members: Of the channel, beside its messages.
        ///   - message: Which message it has.
        ///   - summary: Of the operation.
        init(_ name: String, _ members: [JSONValue.Member], message: String, summary: String) {
            self.name = name
            let reference: JSONValue = ["$ref": .string("#/components/messages/\(message)")]
            let messages = JSONValue.object([.init(name: message, value: reference)])
            value = .object(members + [.init(name: "messages", value: messages)])
            operation = [
                "action": "send",
                "summary": .string(summary),
                "channel": ["$ref": .string("#/channels/\(name)")],
                "messages": [["$ref": .string("#/channels/\(name)/messages/\(message)")]],
            ]
        }
    }

    private var channels: [Channel] {
        publishers.flatMap { service in
            service.events.map { event in
                Channel(
                    event.channel,
                    channel(event.address, event.title, of: [service], parameter: event.subject),
                    message: event.channel,
                    summary: event.summary
                )
            } + [
                Channel(
                    "\(service.name)Heartbeat",
                    channel("\(service.name).heartbeat.", "The newest position, every second", of: [service]),
                    message: "position",
                    summary: "Every second, and 100 ms after a burst of events."
                )
            ]
        } + [
            Channel(
                "marker",
                channel(
                    "~sync.{random}.",
                    "The join marker",
                    description: "Sent on a topic as soon as a subscriber subscribes to it, and to nobody else.",
                    of: publishers,
                    parameter: .init(
                        name: "random",
                        description: "16 to 32 lower-case hexadecimal digits that the subscriber draws at random."
                    )
                ),
                message: "position",
                summary: "Everything above the marker's sequence reaches this subscriber, or shows as a gap."
            )
        ]
    }

    private func channel(
        _ address: String,
        _ title: String,
        description: String? = nil,
        of services: [ServiceContract],
        parameter: EventContract.Subject? = nil
    ) -> [JSONValue.Member] {
        var members = [
            JSONValue.Member(name: "address", value: .string(address)),
            JSONValue.Member(name: "title", value: .string(title)),
        ]
        if let description { members.append(.init(name: "description", value: .string(description))) }
        let servers = services.map { JSONValue.object([.init(name: "$ref", value: .string("#/servers/\($0.name)"))]) }
        members.append(.init(name: "servers", value: .array(servers)))
        if let parameter {
            let value: JSONValue = ["description": .string(parameter.description)]
            members.append(.init(name: "parameters", value: .object([.init(name: parameter.name, value: value)])))
        }
        return members
    }

    private func server(_ service: ServiceContract) -> JSONValue {
        [
            "host": "{runDir}",
            "pathname": .string("/\(service.name).events"),
            "protocol": "zmq",
            "protocolVersion": "ZMTP/3.1",
            "description": .string("XPUB socket; connect a SUB to ipc://{runDir}/\(service.name).events."),
            "variables": [
                "runDir": ["description": "The run directory of the suite.", "default": "/run/user/1000/jangteo"]
            ],
            "bindings": [
                "x-zmq": [
                    "bindingVersion": "0.1.0",
                    "socket": "XPUB",
                    "peer": ["SUB"],
                    "transport": "ipc",
                    "maximumSubscriptionBytes": .number("64"),
                ]
            ],
        ]
    }

    private var messages: JSONValue {
        let events = contract.services.flatMap(\.events)
        let position: JSONValue = [
            "name": "position",
            "summary": "Transport, not a CloudEvent.",
            "contentType": "application/json",
            "bindings": frames,
            "payload": ["$ref": "./schemas/marker.schema.json"],
        ]
        return .object(
            events.map { event in
                .init(
                    name: event.channel,
                    value: [
                        "name": .string(event.type),
                        "contentType": "application/cloudevents+json",
                        "bindings": frames,
                        "payload": ["$ref": "./schemas/cloudevent.schema.json"],
                    ]
                )
            } + [.init(name: "position", value: position)]
        )
    }

    private var frames: JSONValue {
        ["x-zmq": ["bindingVersion": "0.1.0", "frames": ["topic", "payload"]]]
    }

    private func object<Element>(_ elements: [Element], _ member: (Element) -> (String, JSONValue)) -> JSONValue {
        .object(
            elements.map {
                let (name, value) = member($0)
                return JSONValue.Member(name: name, value: value)
            }
        )
    }
}
