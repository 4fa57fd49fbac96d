import Testing

@testable import ExpoDomain

@Suite
struct CatalogueTests {
    private let catalogue = Catalogue([
        Exhibit(name: "해금", imageName: "haegeum"),
        Exhibit(),
        Exhibit(name: "갓", imageName: "god", shortDescription: "모자"),
        Exhibit(name: "갓", imageName: "god", shortDescription: "또 다른 모자"),
    ])

    @Test
    func `numbers every entry from 1, also one without any property`() {
        #expect(catalogue.entries.map(\.number) == [1, 2, 3, 4])
        #expect(catalogue.entries[1].exhibit == Exhibit())
    }

    @Test
    func `finds an entry by its name, its image name and its number`() throws {
        #expect(try catalogue.entry(.name("해금")).number == 1)
        #expect(try catalogue.entry(.imageName("haegeum")).number == 1)
        #expect(try catalogue.entry(.number(1)).exhibit.name == "해금")
        #expect(try catalogue.entry(.number(2)).exhibit == Exhibit())
        #expect(try catalogue.entry(.number(4)).exhibit.shortDescription == "또 다른 모자")
    }

    @Test
    func `finds the first of two entries with one name, and lists both`() throws {
        #expect(try catalogue.entry(.name("갓")).exhibit.shortDescription == "모자")
        #expect(try catalogue.entry(.imageName("god")).number == 3)
        #expect(try catalogue.page(search: "갓").entries.map(\.number) == [3, 4])
    }

    @Test
    func `finds a name that was typed as single letters`() throws {
        #expect(try catalogue.entry(.name("\u{1112}\u{1162}\u{1100}\u{1173}\u{11B7}")).number == 1)
    }

    @Test(arguments: [
        EntryKey.name("거문고"), .name("해"), .name("haegeum"), .name(""), .imageName("Haegeum"), .imageName("해금"),
        .number(5), .number(Int.max),
    ])
    func `says that an entry is unknown`(key: EntryKey) {
        #expect(code { () throws(ExpoError) in _ = try catalogue.entry(key) } == .unknownEntry)
    }

    @Test(arguments: [0, -1, Int.min])
    func `refuses a number below 1`(number: Int) {
        #expect(code { () throws(ExpoError) in _ = try catalogue.entry(.number(number)) } == .numberOutOfRange)
    }

    @Test
    func `serves a catalogue without entries`() throws {
        let empty = Catalogue([])
        #expect(try empty.page() == empty.page(search: "갓"))
        #expect(try empty.page().entries.isEmpty)
        #expect(try empty.page().next == nil)
        #expect(code { () throws(ExpoError) in _ = try empty.entry(.number(1)) } == .unknownEntry)
    }
}
