import Localization
import Testing
import WireJSON
import ZeroMQ

@testable import Gateway
@testable import Terminal

@Suite struct DoctorTests {
    private let texts = Texts(language: .english, program: "gateway")

    private func library(_ version: ZMQVersion, _ package: String?, hasCurve: Bool = true) -> [Finding] {
        LibraryCheck(version: version, hasCurve: hasCurve, packageVersion: package, texts: texts).findings
    }

    @Test(
        arguments: [
            (ZMQVersion(major: 4, minor: 3, patch: 4), "4.3.4-6", Finding.Verdict.good),
            (ZMQVersion(major: 4, minor: 3, patch: 4), "4.3.4-5+deb12u1", .good),
            (ZMQVersion(major: 4, minor: 3, patch: 4), "4.3.4-2", .bad),
            (ZMQVersion(major: 4, minor: 3, patch: 4), nil, .good),
            (ZMQVersion(major: 4, minor: 3, patch: 5), "4.3.5-1build2", .good),
            (ZMQVersion(major: 4, minor: 3, patch: 2), "4.3.2-2ubuntu1", .bad),
        ] as [(ZMQVersion, String?, Finding.Verdict)]
    )
    func `a libzmq with a known fault is told`(version: ZMQVersion, package: String?, verdict: Finding.Verdict) {
        let finding = library(version, package)[0]
        #expect(finding.verdict == verdict)
        #expect(finding.advice.isEmpty == (verdict == .good))
    }

    @Test func `a libzmq without encryption is told`() {
        let finding = library(ZMQVersion(major: 4, minor: 3, patch: 5), nil, hasCurve: false)[1]
        #expect(finding.verdict == .bad && !finding.advice.isEmpty)
    }

    @Test func `the version of the package is that of libzmq5 alone`() {
        let status = """
            Package: libzmq3-dev
            Version: 1

            Package: libzmq5
            Status: install ok installed
            Version: 4.3.4-6
            Description: x

            Package: zsh
            Version: 2
            """
        #expect(LibraryCheck.packageVersion(in: status) == "4.3.4-6")
        #expect(LibraryCheck.packageVersion(in: "Package: zsh\nVersion: 2\n") == nil)
    }

    @Test(arguments: [
        ("7f00-7f01 r-xp 00000000 08:01 7   /usr/lib/x86_64-linux-gnu/libzmq.so.5.2.4", true),
        ("7f00-7f01 r-xp 00000000 08:01 7   /usr/lib/jangteo/libzmq.so.5", false),
        ("7f00-7f01 r-xp 00000000 08:01 7   /home/me/x86_64-linux-gnu/libzmq.so.5", false),
        ("7f00-7f01 r-xp 00000000 00:00 0", false),
    ])
    func `the version of the system's package is that of the library only where that one is loaded`(
        _ maps: String,
        _ isOfPackage: Bool
    ) {
        #expect(LibraryCheck.isOfPackage(in: maps) == isOfPackage)
    }

    @Test func `too few files and a clock that was never set are told`() {
        let good = SystemCheck(files: 65_536, time: 1_800_000_000, texts: texts).findings
        let bad = SystemCheck(files: 1_024, time: 5, texts: texts).findings
        #expect(good.map(\.verdict) == [.good, .good])
        #expect(bad.map(\.verdict) == [.bad, .bad])
        #expect(bad.allSatisfy { !$0.advice.isEmpty })
    }

    @Test(arguments: [Language.english, .korean])
    func `every finding that calls for something has a line of advice`(language: Language) throws {
        let texts = Texts(language: language, program: "gateway")
        let findings = [
            Finding("libzmq", .good, "4.3.4"), Finding("run", .bad, "/x", advice: "chmod 700 /x"),
            Finding("juice", .notable, "0.0.9", advice: "restart"),
        ]
        let report = DoctorReport(findings: findings, texts: texts)
        #expect(!report.isGood)
        #expect(report.advice.count == 2)
        #expect(DoctorReport(findings: [findings[0], findings[2]], texts: texts).isGood)
        let document = try JSONReader().read(report.document)
        #expect(document["good"]?.boolean == false)
        #expect(document["findings"]?.elements.map { $0["check"]?.string } == ["libzmq", "run", "juice"])
    }
}
