import ExpoDomain
import Testing

@testable import ExpoService

@Suite("Reading an exposition")
struct ExpositionSourceTests {
    @Test
    func `the one that is built in is whole and needs no warning`() throws {
        let exposition = try ExpositionSource.builtIn.read()
        #expect(exposition.warnings == [])
        #expect(exposition.skipped == 0)
        #expect(exposition.poster.visitors == 48_130_300)
        #expect(exposition.catalogue.entries.count == 13)
        for entry in exposition.catalogue.entries {
            let name = try #require(entry.exhibit.imageName)
            #expect(try exposition.pictures[ImageName(name)] != nil, "\(name)")
        }
        #expect(exposition.pictures.count == 14)
        #expect(exposition.pictures[.poster] != nil)
    }

    @Test(arguments: [
        (#"[{"name": "a"},\#n {"name": }]"#, "2:11"),
        ("[\r\n\r\n\"가나다\" 1]", "3:7"),
        ("\u{FEFF}[x]", "1:2"),
        ("", "1:1"),
        ("[", "1:2"),
        ("{}", "1:1"),
    ])
    func `what is no JSON array of items is refused with the place`(items: String, place: String) throws {
        let directory = try DataDirectory(items: items)
        let error = #expect(throws: ExpositionError.self) {
            try ExpositionSource.directory(directory.path).read()
        }
        let description = try #require(error).description
        #expect(description.hasPrefix("\(directory.path)/items.json:\(place): "), "\(description)")
    }

    @Test
    func `pictures that have no room left count as too large`() throws {
        let directory = try DataDirectory()
        try directory.write("images/a.svg", [1, 2, 3])
        try directory.write("images/b.svg", [4, 5, 6])
        try directory.write("images/c.svg", [7])
        var folder = try PictureFolder(in: try Descriptor(directory: directory.path), room: 4)
        guard case .ready(_, [1, 2, 3], _) = try folder.picture(try ImageName("a")) else {
            Issue.record("a has room")
            return
        }
        guard case .tooLarge(bytes: 3) = try folder.picture(try ImageName("b")) else {
            Issue.record("b has none")
            return
        }
        guard case .ready(_, [7], _) = try folder.picture(try ImageName("c")) else {
            Issue.record("c still has room")
            return
        }
        #expect(try folder.picture(try ImageName("d")) == nil)
    }
}
