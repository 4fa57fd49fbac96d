/// What is wrong with a table of the contract.
struct ContractError: Error, CustomStringConvertible {
    let description: String

    init(_ place: String, _ fault: String) {
        description = "\(place): \(fault)"
    }
}
