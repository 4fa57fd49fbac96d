import Foundation
import Platform
import TestKit
import Testing

/// A file is found under the name that people read, in whichever form its characters are.
struct TypedPathTests {
    private static let forms = [
        ("\u{D55C}\u{AD6D}", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"), ("caf\u{E9}", "cafe\u{301}"),
    ]

    @Test(arguments: forms) func `both forms find the one that is there, in folders too`(
        composed: String,
        letters: String
    ) throws {
        let directory = try TemporaryDirectory()
        for (there, typed) in [(composed, letters), (letters, composed)] {
            let folder = "\(directory.path)/a-\(there)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data().write(to: URL(filePath: "\(folder)/\(there).png"))
            let found = TypedPath.existing("\(directory.path)/a-\(typed)/\(typed).png")
            #expect(found.utf8.elementsEqual("\(folder)/\(there).png".utf8))
            #expect(TypedPath.existing("\(folder)/\(there).png").utf8.elementsEqual("\(folder)/\(there).png".utf8))
            try FileManager.default.removeItem(atPath: folder)
        }
    }

    @Test(arguments: forms) func `the file that has the very name comes first`(composed: String, letters: String) throws
    {
        let directory = try TemporaryDirectory()
        for name in [composed, letters] { try Data().write(to: URL(filePath: "\(directory.path)/\(name)")) }
        for name in [composed, letters] {
            let path = "\(directory.path)/\(name)"
            #expect(TypedPath.existing(path).utf8.elementsEqual(path.utf8))
        }
    }

    @Test(arguments: ["", "/", "없다", "없다/또", "/없다", "ascii", "./없다"])
    func `what is not there stays as it was typed`(path: String) {
        #expect(TypedPath.existing(path).utf8.elementsEqual(path.utf8))
    }

    @Test(
        arguments: [([0xEF, 0xBB, 0xBF, 0x7B], 3), ([0xEF, 0xBB], 0), ([], 0), ([0x7B, 0xEF, 0xBB, 0xBF], 0)]
            as [([UInt8], Int)]
    )
    func `a byte order mark counts at the beginning only`(bytes: [UInt8], length: Int) {
        #expect(ByteOrderMark.length(before: bytes) == length)
    }
}
