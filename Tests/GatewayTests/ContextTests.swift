import ArgumentParser
import Foundation
import Messages
import Platform
import ServiceContexts
import Testing
import WireJSON
import WorkerClient
import ZeroMQ

@testable import Gateway
@testable import Terminal

/// Suites elsewhere, and which one a command talks to.
@Suite final class ContextTests {
    private let home = NSTemporaryDirectory() + "jangteo-contexts-" + UUID().uuidString

    deinit {
        try? FileManager.default.removeItem(atPath: home)
    }

    private func settings(_ arguments: [String], _ variables: [String: String] = [:]) throws -> Settings {
        Settings(
            try GlobalOptions.parse(arguments),
            in: Environment(variables.merging(["XDG_CONFIG_HOME": home]) { $1 })
        )
    }

    private func add(_ name: String, _ places: [ServiceName: ServiceContext.Place]) throws {
        let context = ServiceContext(name: name, serverKey: nil, keyFile: nil, places: places)
        try settings([]).places.contexts.save(context, isReplacing: false)
    }

    private let place = ServiceContext.Place(rpc: "tcp://127.0.0.1:7101", events: nil)

    @Test func `an argument outranks the environment, and that the choice of before`() throws {
        for name in ["argument", "environment", "choice"] { try add(name, [.juice: place]) }
        try settings([]).places.contexts.use("choice")
        #expect(try settings([]).places.contextName() == "choice")
        #expect(try settings([], ["JANGTEO_CONTEXT": "environment"]).places.contextName() == "environment")
        #expect(
            try settings(["--context", "argument"], ["JANGTEO_CONTEXT": "environment"]).places.contextName()
                == "argument"
        )
        try settings([]).places.contexts.use(nil)
        #expect(try settings([]).places.contextName() == nil)
    }

    @Test func `who names a run directory means the services of this machine`() throws {
        try add("shop", [.juice: place])
        try settings([]).places.contexts.use("shop")
        #expect(try settings(["--run-dir", "/r"]).places.contextName() == nil)
        #expect(try settings(["--run-dir", "/r"], ["JANGTEO_CONTEXT": "shop"]).places.contextName() == nil)
        #expect(try settings([], ["JANGTEO_RUN_DIR": "/r"]).places.contextName() == nil)
        #expect(try settings(["--context", "local"]).places.contextName() == nil)
        #expect(try settings([], ["JANGTEO_RUN_DIR": "/r", "JANGTEO_CONTEXT": "shop"]).places.contextName() == "shop")
        #expect(throws: (any Error).self) { try settings(["--context", "shop", "--run-dir", "/r"]) }
    }

    @Test func `of all services, those that a context has are meant`() throws {
        try add("shop", [.juice: place, .market: place])
        let settings = try settings(["--context", "shop"])
        #expect(try settings.addresses(of: .all).map(\.service) == [.juice, .market])
        #expect(try settings.places.address(of: .juice).rpc == "tcp://127.0.0.1:7101")
        #expect(throws: UsageError.self) { try settings.places.address(of: .calc) }
        #expect(throws: UsageError.self) { try settings.addresses(of: ServiceList(services: [.calc])) }
    }

    @Test func `a service is found where a variable names its place`() throws {
        let environment = Environment([
            "JANGTEO_RUN_DIR": "/nowhere/run", "JANGTEO_ORDER_2_RPC": "ipc:///x", "JANGTEO_WEB_RPC": "ipc:///y",
            "JANGTEO_NONE_RPC": "",
        ])
        let places = ServicePlaces(runDirectory: nil, context: nil, environment)
        #expect(try places.services() == ServiceName.suite + ["order-2"])
        #expect(try places.address(of: "order-2").rpc == "ipc:///x")
        let named = ServicePlaces(runDirectory: "/nowhere/run", context: nil, environment)
        #expect(try named.services() == ServiceName.suite)
    }

    @Test func `a service that is named again has one more worker`() throws {
        let places = try ContextAddCommand.places([
            "juice=tcp://10.0.0.1:1,tcp://10.0.0.1:2", "calc=tcp://10.0.0.1:3",
            "juice=tcp://10.0.0.2:1,tcp://10.0.0.2:2", "juice=tcp://10.0.0.3:1",
        ])
        #expect(
            places == [
                .juice: .init(
                    rpc: "tcp://10.0.0.1:1,tcp://10.0.0.2:1,tcp://10.0.0.3:1",
                    events: "tcp://10.0.0.1:2,tcp://10.0.0.2:2"
                ),
                .calc: .init(rpc: "tcp://10.0.0.1:3", events: nil),
            ]
        )
        #expect(throws: UsageError.self) {
            try ContextAddCommand.places(["juice=tcp://10.0.0.1:1", "juice=tcp://10.0.0.1:1"])
        }
        try add("shop", places)
        #expect(try settings([]).places.contexts.load("shop").places == places)
    }

    @Test func `what a context says comes back from its file`() throws {
        let context = ServiceContext(
            name: "shop",
            serverKey: try CurveKeyPair.generate().publicKey,
            keyFile: "/a \"b\"/c.key_secret",
            places: [.juice: ServiceContext.Place(rpc: "tcp://10.0.0.5:1", events: "tcp://10.0.0.5:2"), .calc: place]
        )
        try settings([]).places.contexts.save(context, isReplacing: false)
        #expect(try settings([]).places.contexts.load("shop") == context)
        #expect(throws: UsageError.self) { try settings([]).places.contexts.save(context, isReplacing: false) }
    }

    @Test(
        arguments: [
            "", "null", "{}", #"{"services":[]}"#, #"{"services":{"Soup":{"rpc":"tcp://1.2.3.4:5"}}}"#,
            #"{"services":{"juice":{}}}"#, #"{"services":{},"serverkey":"short","keyfile":"/k"}"#,
            #"{"services":{},"serverkey":"rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"}"#,
            #"{"services":{},"keyfile":"/k"}"#,
        ]
    )
    func `a file that is no context is refused`(text: String) throws {
        try add("shop", [:])
        try Data(text.utf8).write(to: URL(filePath: "\(home)/jangteo/contexts/shop.json"))
        #expect(throws: UsageError.self) { try settings([]).places.contexts.load("shop") }
    }

    @Test(arguments: ["", "local", "..", "a/b", ".hidden", "a b", "가", String(repeating: "x", count: 65)])
    func `what cannot be a file's name is no name of a context`(name: String) {
        #expect(!ServiceContext.isName(name))
    }
}
