public import ArgumentParser
public import Messages

extension MarketImageReference: ExpressibleByArgument {
    /// A picture by its number or by a reference to it.
    public init?(argument: String) {
        if let id = Int(argument), id > 0 {
            self.init(id: id)
        } else {
            self.init(argument)
        }
    }
}
