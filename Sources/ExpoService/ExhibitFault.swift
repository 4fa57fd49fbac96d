/// Why an element of the data cannot be served.
struct ExhibitFault: Error, CustomStringConvertible {
    let description: String
}
