import Foundation
import Testing

/// One file of JSONTestSuite.
struct SuiteFile: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]

    var testDescription: String { name }

    /// The files whose names begin with these characters, sorted by name.
    static func all(_ prefix: String) throws -> [SuiteFile] {
        let folder = try #require(Bundle.module.url(forResource: "suite", withExtension: nil))
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasPrefix(prefix) && $0.pathExtension == "json" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map {
                SuiteFile(
                    name: $0.lastPathComponent,
                    bytes: Array(try FileHandle(forReadingFrom: $0).readToEnd() ?? Data())
                )
            }
    }
}
