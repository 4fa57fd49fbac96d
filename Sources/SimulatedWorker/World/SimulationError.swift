/// Why a history could not be run at all, which says nothing about the product.
package struct SimulationError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
