import Foundation
import Testing

/// The page of libzmq's cases names tests that exist.
struct CasesPageTests {
    @Test func `every test that the page names is there`() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let package = tests.deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: package.appending(path: "docs/libzmq-cases.md"), encoding: .utf8)
        let sources = try text(of: tests) + text(of: package.appending(path: "Tests/Interoperability"))
        let names = page.matches(of: /"([^"\n]+)"/).map { "func `\($0.1)`" }
        let pythonNames = page.matches(of: /`(test_[a-zA-Z0-9_]+)`/).map { "def \($0.1)(" }
        #expect(names.count > 60 && pythonNames.count > 10)
        for name in names + pythonNames {
            let isThere = sources.contains(name)
            #expect(isThere, "\(name)")
        }
    }

    private func text(of folder: URL) throws -> String {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { ["swift", "py"].contains($0.pathExtension) }
            .map { try String(contentsOf: $0, encoding: .utf8) }
            .joined()
    }
}
