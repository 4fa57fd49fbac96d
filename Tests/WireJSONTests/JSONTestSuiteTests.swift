import Testing
import WireJSON

@Suite struct JSONTestSuiteTests {
    /// What RFC 8259 leaves open and we do not.
    private static let refusedOnPurpose = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"]

    /// What a parser may do with these is its own affair; this is what ours promises.
    private static let acceptedByChoice = [
        "i_number_double_huge_neg_exp.json", "i_number_huge_exp.json", "i_number_neg_int_huge_exp.json",
        "i_number_pos_double_huge_exp.json", "i_number_real_neg_overflow.json", "i_number_real_pos_overflow.json",
        "i_number_real_underflow.json", "i_number_too_big_neg_int.json", "i_number_too_big_pos_int.json",
        "i_number_very_big_negative_int.json",
    ]

    @Test func `the suite is whole`() throws {
        #expect(try SuiteFile.all("y_").count == 95)
        #expect(try SuiteFile.all("n_").count == 188)
        #expect(try SuiteFile.all("i_").count == 35)
    }

    @Test func `accepts every file that is JSON, but for members named twice`() throws {
        let reader = JSONReader()
        for file in try SuiteFile.all("y_") {
            if Self.refusedOnPurpose.contains(file.name) {
                #expect(refusal(of: file.bytes, by: reader)?.code == .duplicateMember, "\(file.name)")
            } else {
                #expect(refusal(of: file.bytes, by: reader) == nil, "\(file.name)")
            }
        }
    }

    @Test func `refuses every file that is not JSON, with a place inside it`() throws {
        let reader = JSONReader()
        for file in try SuiteFile.all("n_") {
            let error = try #require(refusal(of: file.bytes, by: reader), "\(file.name)")
            #expect((0...file.bytes.count).contains(error.offset), "\(file.name)")
        }
    }

    @Test func `accepts numbers of any size, and nothing else that parsers differ about`() throws {
        let reader = JSONReader()
        for file in try SuiteFile.all("i_") {
            let accepted = refusal(of: file.bytes, by: reader) == nil
            #expect(accepted == Self.acceptedByChoice.contains(file.name), "\(file.name)")
        }
    }
}
