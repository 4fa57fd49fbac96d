import ExpoDomain
import Testing

@Suite
struct ImageNameTests {
    @Test(arguments: ["jikji", "poster", "ywoonggo", "한복", "a b", "a.b", "a-b_c", String(repeating: "a", count: 100)])
    func `accepts the name of a picture`(name: String) throws {
        #expect(try ImageName(name).description == name)
    }

    @Test(arguments: [
        "", ".", "..", ".hidden", "../../etc/passwd", "/etc/passwd", "a/b", "a/", "..\\windows", "jikji\u{0}",
        "\u{0}", "a\nb", "a\u{7F}", "a\u{85}", "/\u{301}etc", "a/\u{301}b", ".\u{301}a", "\\\u{301}",
        String(repeating: "a", count: 101), String(repeating: "가", count: 34),
    ])
    func `refuses a name that could leave the folder or the file system's limits`(name: String) {
        #expect(code { () throws(ExpoError) in _ = try ImageName(name) } == .invalidImageName)
    }

    @Test
    func `has a name for the picture of the exposition`() throws {
        #expect(try ImageName("poster") == .poster)
    }
}
