import ArgumentParser
import Glibc
import Localization
import Messages
import Platform
import ServiceContexts
import Testing
import WorkerClient

@testable import Gateway
@testable import Terminal

@Suite struct SettingsTests {
    @Test(
        arguments: [
            ([:], Language.english),
            (["LANG": "ko_KR.UTF-8"], .korean),
            (["LANG": "en_US.UTF-8"], .english),
            (["LANG": "ko"], .korean),
            (["LANG": "kok_IN"], .english),
            (["LANG": "ko_KR.UTF-8", "LC_MESSAGES": "en_US.UTF-8"], .english),
            (["LANG": "en_US.UTF-8", "LC_MESSAGES": "ko_KR.UTF-8"], .korean),
            (["LANG": "en_US.UTF-8", "LC_MESSAGES": "en_US.UTF-8", "LC_ALL": "ko_KR.UTF-8"], .korean),
            (["LANG": "ko_KR.UTF-8", "LC_ALL": ""], .korean),
            (["LANG": "ko_KR.UTF-8", "LC_ALL": "C"], .english),
        ] as [([String: String], Language)]
    )
    func `the locale chooses the language`(variables: [String: String], language: Language) {
        #expect(Language(Environment(variables)) == language)
    }

    @Test func `--lang outranks the locale`() throws {
        let settings = try settings(["--lang", "ko"], ["LC_ALL": "en_US.UTF-8"])
        #expect(settings.language == .korean)
    }

    @Test(
        arguments: [
            (ColorMode.auto, true, [:], true),
            (.auto, false, [:], false),
            (.auto, true, ["NO_COLOR": "1"], false),
            (.auto, true, ["NO_COLOR": ""], true),
            (.auto, true, ["TERM": "dumb"], false),
            (.always, false, ["NO_COLOR": "1"], true),
            (.never, true, [:], false),
        ] as [(ColorMode, Bool, [String: String], Bool)]
    )
    func `colours are for terminals, and not with NO_COLOR unless asked for`(
        mode: ColorMode,
        isTerminal: Bool,
        variables: [String: String],
        isOn: Bool
    ) {
        #expect(mode.isOn(isTerminal: isTerminal, Environment(variables)) == isOn)
    }

    @Test(arguments: [
        ("5s", Duration.seconds(5)), ("500ms", .milliseconds(500)), ("2m", .seconds(120)), ("1ms", .milliseconds(1)),
        ("60m", .seconds(3_600)),
    ])
    func `a time limit is a number and a unit`(text: String, duration: Duration) {
        #expect(TimeLimit(argument: text)?.duration == duration)
    }

    @Test(arguments: ["1500ms", "5s", "120s", "1ms"])
    func `a time limit is said as it was meant`(text: String) {
        #expect(TimeLimit(argument: text)?.text == text)
    }

    @Test(arguments: ["", "5", "s", "-5s", "0s", "1.5s", "5 s", "5S", "61m", "3601s", "99999999999999999999s", "٥s"])
    func `anything else is no time limit`(text: String) {
        #expect(TimeLimit(argument: text) == nil)
    }

    @Test func `endpoints are in the run directory`() throws {
        let address = try settings(["--run-dir", "/nowhere/run/"], ["JANGTEO_RUN_DIR": "/else"]).places.address(
            of: .juice
        )
        #expect(address.rpc == "ipc:///nowhere/run/juice.rpc")
        #expect(address.events == "ipc:///nowhere/run/juice.events")
    }

    @Test func `the environment can name each endpoint of a service`() throws {
        let variables = ["JANGTEO_RUN_DIR": "/nowhere", "JANGTEO_JUICE_RPC": "tcp://127.0.0.1:7101"]
        let address = try settings([], variables).places.address(of: .juice)
        #expect(address.rpc == "tcp://127.0.0.1:7101")
        #expect(address.events == "ipc:///nowhere/juice.events")
    }

    @Test(
        arguments: [
            ("tcp://a:1,tcp://b:1", ["tcp://a:1", "tcp://b:1"]),
            ("ipc:///a/juice.rpc,tcp://a:1,ipc:///b/juice.rpc", ["ipc:///a/juice.rpc", "ipc:///b/juice.rpc"]),
            (",tcp://a:1,", ["tcp://a:1"]),
            (",", ["ipc:///nowhere/juice.rpc"]),
        ]
    )
    func `a variable can name several workers`(text: String, endpoints: [String]) throws {
        let variables = ["JANGTEO_RUN_DIR": "/nowhere", "JANGTEO_JUICE_RPC": text]
        let address = try settings([], variables).places.address(of: .juice)
        #expect(address.rpcEndpoints == endpoints)
        #expect(address.workers.map(\.rpc) == endpoints)
        #expect(address.workers.allSatisfy { $0.events == address.events })
    }

    @Test func `of several endpoints in a variable the one on this machine is taken`() throws {
        let several = [
            "JANGTEO_JUICE_RPC": "tcp://0.0.0.0:7101,ipc:///here/juice.rpc", "JANGTEO_JUICE_EVENTS": "tcp://h:1",
        ]
        let address = try settings([], several).places.address(of: .juice)
        #expect(address.rpc == "ipc:///here/juice.rpc")
        #expect(address.events == "tcp://h:1")
        #expect(
            try settings(["--run-dir", "/run/mine"], several).places.address(of: .juice).rpc
                == "ipc:///run/mine/juice.rpc"
        )
    }

    @Test func `a run directory that others can write to is refused, with the command that mends it`() throws {
        try withDirectory { path in
            try #require(chmod(path, 0o755) == 0)
            let error = #expect(throws: UsageError.self) { try RunDirectory.check(path) }
            #expect(error?.message.contains("chmod 700 \(path)") == true)
            try #require(chmod(path, 0o700) == 0)
            try RunDirectory.check(path)
        }
    }

    @Test func `a run directory that is a link is refused, also with a slash behind it`() throws {
        try withDirectory { path in
            let link = "\(path)/link"
            try #require(symlink(path, link) == 0)
            defer { unlink(link) }
            #expect(throws: UsageError.self) { try RunDirectory.check(link) }
            let settings = try settings(["--run-dir", "\(link)/"], [:])
            #expect(throws: UsageError.self) { try settings.places.address(of: .juice) }
        }
    }

    @Test func `endpoints that the environment names need no run directory`() throws {
        try withDirectory { path in
            try #require(chmod(path, 0o777) == 0)
            let variables = [
                "JANGTEO_RUN_DIR": path, "JANGTEO_JUICE_RPC": "tcp://127.0.0.1:1",
                "JANGTEO_JUICE_EVENTS": "tcp://127.0.0.1:2",
            ]
            #expect(try settings([], variables).places.address(of: .juice).events == "tcp://127.0.0.1:2")
        }
    }

    private func settings(_ arguments: [String], _ variables: [String: String]) throws -> Settings {
        Settings(try GlobalOptions.parse(arguments), in: Environment(variables))
    }

    private func withDirectory(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/gateway-tests-XXXXXX".utf8CString)
        let path = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { rmdir(path) }
        try body(path)
    }
}
