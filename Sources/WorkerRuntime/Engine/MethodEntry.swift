/// Where a method is found by its name, and where its requests are counted.
struct MethodEntry {
    /// Its position in the engine's methods.
    let index: Int
    let record: MethodRecord
}
