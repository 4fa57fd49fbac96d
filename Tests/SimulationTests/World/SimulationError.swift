/// Why a history could not be run at all, which says nothing about the product.
struct SimulationError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
