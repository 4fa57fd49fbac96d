import Foundation
import Platform
import Testing

struct LocationsTests {
    @Test(arguments: [
        ([:], "/tmp/jangteo-1000"),
        (["TMPDIR": "/var/tmp"], "/var/tmp/jangteo-1000"),
        (["TMPDIR": "", "XDG_RUNTIME_DIR": ""], "/tmp/jangteo-1000"),
        (["XDG_RUNTIME_DIR": "/run/user/1000", "TMPDIR": "/var/tmp"], "/run/user/1000/jangteo"),
        (["JANGTEO_RUN_DIR": "/srv/j/", "XDG_RUNTIME_DIR": "/run/user/1000"], "/srv/j"),
        (["JANGTEO_RUN_DIR": "run"], "run"),
    ])
    func `the run directory`(_ variables: [String: String], _ path: String) {
        #expect(Locations(user: 1_000) { variables[$0] }.runDirectory == path)
        #expect(Locations(runDirectory: "/named//", user: 1_000) { variables[$0] }.runDirectory == "/named")
    }

    @Test(arguments: [
        ([:], nil),
        (["HOME": "/home/u"], "/home/u/.local/state/jangteo"),
        (["HOME": "/home/u", "XDG_STATE_HOME": ""], "/home/u/.local/state/jangteo"),
        (["HOME": "/home/u", "XDG_STATE_HOME": "/s"], "/s/jangteo"),
        (["JANGTEO_STATE_DIR": "/srv/s/", "XDG_STATE_HOME": "/s"], "/srv/s"),
        (["JANGTEO_STATE_DIR": "s"], "\(FileManager.default.currentDirectoryPath)/s"),
    ])
    func `the state directory`(_ variables: [String: String], _ path: String?) {
        #expect(Locations { variables[$0] }.stateDirectory == path)
        #expect(Locations(stateDirectory: "/named/") { variables[$0] }.stateDirectory == "/named")
    }

    @Test(arguments: [
        ([:], nil), (["HOME": "/home/u"], "/home/u/.config/jangteo"),
        (["HOME": "/home/u", "XDG_CONFIG_HOME": "/c"], "/c/jangteo"),
    ])
    func `the directory of keys and contexts`(_ variables: [String: String], _ path: String?) {
        #expect(Locations { variables[$0] }.configDirectory == path)
    }

    @Test func `the endpoints of a service are those that its own variables name`() {
        let variables = [
            "JANGTEO_JUICE_RPC": "ipc:///a,tcp://b:1", "JANGTEO_JUICE_EVENTS": "", "JANGTEO_CALC_EVENTS": "ipc:///c",
        ]
        let found = Locations.endpoints(of: "juice") { variables[$0] }
        #expect(found.rpc == ["ipc:///a", "tcp://b:1"] && found.events == [])
    }
}
