import Journal
import MarketDomain
import Messages
import WireJSON
import WorkerEngine

extension MarketWorker {
    func vendorsRegister(
        _ params: JSONNode?,
        state: inout Void,
        context: inout WriteContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        let request = try MarketVendorsRegisterParams(params: params)
        let name: VendorName
        do throws(MarketError) {
            name = try VendorName(request.name)
        } catch {
            throw RPCError(violations: error.violations)
        }
        let secret = Secret(of: randomBytes(Secret.size))
        let identifier = Secret.identifier(of: randomBytes(Secret.identifierSize))
        let time = context.time
        let vendor = try context.storing { tables throws(StorageError) in
            let catalogue = ProductCatalogue(tables)
            var head = try catalogue.head()
            head.lastVendor += 1
            let vendor = VendorRecord(
                id: head.lastVendor,
                name: name.text,
                identifier: identifier,
                secretHash: Secret.hash(secret.text),
                created: time
            )
            try catalogue.insert(vendor)
            try catalogue.save(head)
            return vendor
        }
        context.storedResult = vendor.account(.toldBefore).jsonBytes
        vendor.account(.issued(secret.text)).write(to: &result)
    }

    static func vendorsList(
        _ params: JSONNode?,
        state: Void,
        context: inout ReadContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        let list = try MarketVendorsListParams(params: params)
        var before = Int.max
        if let cursor = list.after {
            // Only a text that was given out counts: `+2` is none.
            guard let number = Int(cursor), number > 0, String(number) == cursor else {
                throw RPCError(violations: [
                    Violation(path: ["after"], reason: .unknown, detail: "after must be the next of an earlier page")
                ])
            }
            before = number
        }
        // One more than asked for tells whether there is a next page.
        let vendors = try context.reading { tables throws(StorageError) in
            try ProductCatalogue(tables).vendors(before: before, limit: list.limit + 1)
        }
        let page = MarketVendorPage(
            vendors: vendors.prefix(list.limit).map { $0.account(.untold) },
            next: vendors.count > list.limit ? String(vendors[list.limit - 1].id) : nil
        )
        page.write(to: &result)
    }
}
