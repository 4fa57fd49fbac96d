import Journal
import MarketDomain
import Messages
import Platform
import WireJSON
import WorkerEngine

extension MarketWorker {
    func productsArchive(
        _ params: JSONNode?,
        state: inout Void,
        context: inout WriteContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        let request = try MarketProductsArchiveParams(params: params)
        let product = try context.storing { tables throws(StorageError) in
            try Self.ownProduct(request.id, of: request.credentials, in: tables)
        }.get().product
        let ticket = DeletionTicket(productID: product.id, vendorID: product.vendorID, issued: context.ticketMoment)
        let token = Secret(of: randomBytes(Secret.size)).text
        try context.storing { tables throws(StorageError) in
            let catalogue = ProductCatalogue(tables)
            try catalogue.forgetTickets(expiredAt: ticket.issued)
            try catalogue.insert(ticket, tokenHash: Secret.hash(token))
        }
        #if DEBUG
            FailPoint.ticketIssued.reach()
        #endif
        let archived = MarketProductsArchiveResult(
            uri: DeletionURI(token: token).text,
            expiresAt: Timestamp.text(context.time + DeletionTicket.lifetime)
        )
        archived.write(to: &result)
    }

    func productsDelete(
        _ params: JSONNode?,
        state: inout Void,
        context: inout WriteContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        let request = try MarketProductsDeleteParams(params: params)
        let record = try context.storing { tables throws(StorageError) in
            try ProductCatalogue(tables).vendor(identifier: request.identifier)
        }
        guard let vendor = record else { throw RPCError.unknownIdentifier }
        let tokenHash = DeletionURI(request.uri).map { Secret.hash($0.token) }
        let found = try context.storing { tables throws(StorageError) -> (DeletionTicket, ListedProduct)? in
            let catalogue = ProductCatalogue(tables)
            guard let tokenHash, let ticket = try catalogue.ticket(tokenHash: tokenHash),
                let entry = try catalogue.entry(ticket.productID)
            else { return nil }
            return (ticket, entry)
        }
        guard var (ticket, entry) = found else { throw RPCError(.uriExpired, Self.expiredURI) }
        do throws(MarketError) {
            try ticket.use(by: vendor.id, at: context.ticketMoment)
        } catch {
            throw RPCError(error, product: ticket.productID, param: "uri")
        }
        let last = MarketProduct(entry)
        let change = entry.product.clearStock()
        let product = entry.product
        let time = context.time
        try context.storing { tables throws(StorageError) in
            let catalogue = ProductCatalogue(tables)
            var head = try catalogue.head()
            // Its tickets go with it, this one too: each is good once.
            try catalogue.remove(product.id, at: time, keepingFiles: pictureRetention, head: &head)
            head.revision += 1
            try catalogue.save(head)
        }
        #if DEBUG
            FailPoint.productDeleted.reach()
        #endif
        context.emit(change, of: product.id)
        context.emit(.deleted, product: product)
        context.setLevel(of: product.id, product.stock)
        last.write(to: &result)
    }
}
