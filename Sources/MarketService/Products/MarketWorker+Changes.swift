import Journal
import MarketDomain
import Messages
import Platform
import WireJSON
import WorkerEngine

extension MarketWorker {
    static func productsUpdate(
        _ params: JSONNode?,
        state: inout Void,
        context: inout WriteContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        var faults: [Violation] = []
        let request = MarketProductsUpdateParams(params: params, &faults)
        let form = ProductForm(request.form)
        if form.isEmpty, faults.isEmpty { faults.add(MarketError.nothingToChangeViolation) }
        // What is wrong whatever the product is comes before who asks; what depends on it comes after.
        for fault in form.faults(changing: nil) { faults.add(Violation(fault)) }
        guard faults.isEmpty else { throw RPCError(violations: faults) }
        var entry = try context.storing { tables throws(StorageError) in
            try ownProduct(request.id, of: request.credentials, in: tables)
        }.get()
        let update: ProductUpdate
        do throws(MarketError) {
            update = try entry.product.update(form)
        } catch {
            throw RPCError(error, product: request.id)
        }
        if !update.changed.isEmpty {
            entry.issued = context.time
            let changed = entry
            try context.storing { tables throws(StorageError) in
                let catalogue = ProductCatalogue(tables)
                var head = try catalogue.head()
                try catalogue.update(changed, changed: update.changed, head: &head)
                head.revision += 1
                try catalogue.save(head)
            }
            #if DEBUG
                FailPoint.productUpdated.reach()
            #endif
            context.emit(.updated, product: entry.product, changed: update.changed)
            context.emit(update.stock, of: request.id)
            context.setLevel(of: request.id, entry.product.stock)
        }
        MarketProduct(entry).write(to: &result)
    }

    static func productsPurchase(
        _ params: JSONNode?,
        state: inout Void,
        context: inout WriteContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        let request = try MarketProductsPurchaseParams(params: params)
        let found = try context.storing { tables throws(StorageError) in
            try ProductCatalogue(tables).stock(of: request.id)
        }
        guard var stock = found else { throw RPCError(unknownProduct: request.id) }
        let change: ProductStockChange
        do throws(MarketError) {
            change = try stock.purchase(request.quantity)
        } catch {
            throw RPCError(error, product: request.id)
        }
        let left = stock
        try context.storing { tables throws(StorageError) in
            let catalogue = ProductCatalogue(tables)
            try catalogue.update(left, of: request.id)
            var head = try catalogue.head()
            head.revision += 1
            try catalogue.save(head)
        }
        #if DEBUG
            FailPoint.productPurchased.reach()
        #endif
        context.emit(change, of: request.id)
        context.setLevel(of: request.id, stock)
        let receipt = MarketPurchaseReceipt {
            $0.id = context.id
            $0.productID = request.id
            $0.quantity = request.quantity
            $0.stock = stock.quantity
            $0.createdAt = Timestamp.dateTime(context.time)
        }
        receipt.write(to: &result)
    }
}
