import Journal
import MarketDomain
import Messages
import WorkerEngine

extension MarketWorker {
    static let expiredURI = "this address is used, too old, or was never given out"

    /// Makes sure that a request comes from the vendor it names.
    ///
    /// - Parameters:
    ///   - credentials: What the request says.
    ///   - vendor: The vendor with that identifier; `nil` when there is none.
    /// - Throws: ``RPCError`` `UNAUTHENTICATED` or `PERMISSION_DENIED`.
    static func authenticated(
        _ credentials: MarketCredentials,
        as vendor: VendorRecord?
    ) throws(RPCError) -> VendorRecord {
        // Compared in any case, so that an identifier that nobody has takes the same time.
        let isRight = Secret.matches(credentials.secret, hash: vendor?.secretHash)
        guard let vendor else { throw RPCError.unknownIdentifier }
        guard isRight else { throw RPCError.wrongSecret }
        return vendor
    }

    /// The product that a vendor wants to change.
    ///
    /// - Returns: It, or ``RPCError`` `UNAUTHENTICATED`, `PERMISSION_DENIED`, `UNKNOWN_PRODUCT`.
    /// - Throws: What reading the store throws.
    static func ownProduct(
        _ id: Int,
        of credentials: MarketCredentials,
        in tables: any StoredTables
    ) throws(StorageError) -> Result<ListedProduct, RPCError> {
        let catalogue = ProductCatalogue(tables)
        let record = try catalogue.vendor(identifier: credentials.identifier)
        let entry = try catalogue.entry(id)
        return Result { () throws(RPCError) in
            let vendor = try authenticated(credentials, as: record)
            guard let entry else { throw RPCError(unknownProduct: id) }
            do throws(MarketError) {
                try entry.product.checkOwner(vendor.id)
            } catch {
                throw RPCError(error, product: id)
            }
            return entry
        }
    }
}
