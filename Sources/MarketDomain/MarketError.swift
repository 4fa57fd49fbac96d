/// Why the market did not do what it was asked; nothing was changed.
package struct MarketError: Error, Sendable, Hashable {
    package enum Code: Sendable, Hashable {
        /// Everything that is wrong with a product's form, in the order of the members.
        case invalidProduct([ProductFault])
        /// Nothing was filled in that could be changed.
        case nothingToChange
        /// The rules that a vendor's name breaks.
        case invalidVendorName([ProductFault.Rule])
        /// A purchase asks for none or too many.
        case quantityOutOfRange
        /// There is not enough of the product.
        case insufficientStock(required: Int, available: Int)
        /// The product, or the address to delete it, is another vendor's.
        case permissionDenied
        /// The address to delete a product is used or too old.
        case uriExpired
    }

    package let code: Code

    init(_ code: Code) {
        self.code = code
    }
}
