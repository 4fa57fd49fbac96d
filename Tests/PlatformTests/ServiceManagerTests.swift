import Platform
import Testing

struct ServiceManagerTests {
    @Test(arguments: [nil, "", "/", "@", "notify", "vsock:2:1", "/\(String(repeating: "a", count: 107))", "/a\0b"])
    func `there is no manager where the environment names no socket of its kind`(_ name: String?) {
        #expect(ServiceManager { $0 == "NOTIFY_SOCKET" ? name : nil } == nil)
    }

    @Test(
        arguments: [
            (["WATCHDOG_USEC": "3000000"], Duration.seconds(3)), ([:], nil), (["WATCHDOG_USEC": "0"], nil),
            (["WATCHDOG_USEC": "-5"], nil), (["WATCHDOG_USEC": "soon"], nil),
            (["WATCHDOG_USEC": "9", "WATCHDOG_PID": "7"], .microseconds(9)),
            (["WATCHDOG_USEC": "9", "WATCHDOG_PID": "8"], nil), (["WATCHDOG_USEC": "9", "WATCHDOG_PID": ""], nil),
        ] as [([String: String], Duration?)]
    )
    func `it watches this process only with a limit that is meant for it`(
        _ variables: [String: String],
        _ limit: Duration?
    ) {
        let environment = variables.merging(["NOTIFY_SOCKET": "@manager"]) { own, _ in own }
        #expect(ServiceManager(process: 7) { environment[$0] }?.watchdogLimit == limit)
    }
}
