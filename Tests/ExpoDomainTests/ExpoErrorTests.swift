import Testing

@testable import ExpoDomain

@Suite
struct ExpoErrorTests {
    @Test
    func `says what happened and what is possible`() throws {
        let error = try #require(throws: ExpoError.self) { try Catalogue([Exhibit()]).entry(.number(2)) }
        #expect(String(describing: error) == "unknownEntry: No entry is number 2; there are 1.")
    }

    @Test
    func `repeats nothing that somebody sent`() throws {
        let sent = "secret"
        for key in [EntryKey.name(sent), .imageName(sent)] {
            let error = try #require(throws: ExpoError.self) { try Catalogue([]).entry(key) }
            #expect(!String(describing: error).contains(sent))
        }
        let error = try #require(throws: ExpoError.self) { try ImageName("/" + sent) }
        #expect(!String(describing: error).contains(sent))
    }
}

/// The code of the error that a question ends with, or `nil` if it is answered.
func code(of question: () throws(ExpoError) -> Void) -> ExpoError.Code? {
    do throws(ExpoError) {
        try question()
        return nil
    } catch {
        return error.code
    }
}
