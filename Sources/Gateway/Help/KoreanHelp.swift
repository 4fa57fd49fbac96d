/// The help in Korean, by its English.
///
/// The English is where it is used, in the definitions that the argument parser has.
enum KoreanHelp {
    /// What is missing is shown in English.
    static let texts = general.merging(work) { first, _ in first }.merging(operation) { first, _ in first }
}
