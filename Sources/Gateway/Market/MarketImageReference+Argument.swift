import ArgumentParser
package import Messages

extension MarketImageReference: ExpressibleByArgument {
    /// A picture by its number or by a reference to it.
    package init?(argument: String) {
        if let id = Int(argument), id > 0 {
            self.init(id: id)
        } else {
            self.init(argument)
        }
    }
}
