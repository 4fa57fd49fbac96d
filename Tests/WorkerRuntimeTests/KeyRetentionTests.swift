import Testing

@testable import WorkerRuntime

struct KeyRetentionTests {
    @Test(arguments: [("168", 604_800_000), ("1", 3_600_000), ("0.25", 900_000), ("87840", 316_224_000_000)])
    func `keys are remembered for hours, or for a part of one`(hours: String, milliseconds: Int) {
        #expect(KeyRetention(argument: hours)?.milliseconds == milliseconds)
    }

    @Test(arguments: ["", "0", "-1", "0.0009", "87841", "nan", "inf", "1h", "1,5"])
    func `nothing else is taken for hours`(text: String) {
        #expect(KeyRetention(argument: text) == nil)
    }

    @Test func `the help shows the seven days of the protocol`() {
        #expect(KeyRetention.standard.defaultValueDescription == "168")
    }
}
