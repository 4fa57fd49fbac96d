import Journal
import MarketDomain
import Messages
import Platform
import WireJSON
import WorkerEngine

extension MarketWorker {
    /// Judges what was filled in about a new product as a form does, for any caller.
    static func productsCheck(
        _ params: JSONNode?,
        state: Void,
        context: inout ReadContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        var faults: [Violation] = []
        let form = MarketProductsCheckParams(params: params, &faults).form
        _ = draft(from: form, pictures: ProductRules.pictureCounts.lowerBound, by: .form, faults: &faults)
        guard faults.isEmpty else { throw RPCError(violations: faults) }
        result.string("OK")
    }

    /// Judges what was filled in and who asks; the pictures come after that, away from the owner's thread.
    func productsRegister(
        _ params: JSONNode?,
        frames: [[UInt8]],
        state: Void,
        context: ReadContext
    ) throws(RPCError) -> Method<Void>.Body.WriteJob {
        var faults: [Violation] = []
        let request = MarketProductsRegisterParams(params: params, &faults)
        let checked = Self.draft(from: request.form, pictures: frames.count, faults: &faults)
        guard let draft = checked, faults.isEmpty else { throw RPCError(violations: faults) }
        let record = try context.reading { tables throws(StorageError) in
            try ProductCatalogue(tables).vendor(identifier: request.credentials.identifier)
        }
        let vendor = try Self.authenticated(request.credentials, as: record).id
        let intake = PictureIntake(store: pictures, decoding: decoding)
        return BackgroundJob { () throws(RPCError) in
            let pictures = try intake.take(frames)
            return { _, context, result throws(RPCError) in
                try Self.register(draft, pictures: pictures, vendorID: vendor, context: &context, result: &result)
            }
        }
    }

    /// A new product if nothing is wrong with it; if something is, everything of it is added.
    private static func draft(
        from form: MarketProductForm,
        pictures: Int,
        by standard: ProductStandard = .market,
        faults: inout [Violation]
    ) -> ProductDraft? {
        do throws(MarketError) {
            return try ProductDraft(ProductForm(form), pictures: pictures, by: standard)
        } catch {
            error.violations.forEach { faults.add($0) }
            return nil
        }
    }

    private static func register(
        _ draft: ProductDraft,
        pictures: [StoredPicture],
        vendorID: Int,
        context: inout WriteContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        let time = context.time
        // Looked up anew: the write that admitted the vendor may have been taken back while the pictures were prepared.
        let record = try context.storing { tables throws(StorageError) in try ProductCatalogue(tables).vendor(vendorID)
        }
        guard let vendor = record?.vendor else { throw RPCError.unknownIdentifier }
        let (entry, change) = try context.storing { tables throws(StorageError) in
            let catalogue = ProductCatalogue(tables)
            var head = try catalogue.head()
            head.lastProduct += 1
            let images = (1...pictures.count).map { head.lastImage + $0 }
            head.lastImage += pictures.count
            let (product, change) = Product.register(
                id: head.lastProduct,
                vendorID: vendor.id,
                draft: draft,
                firstImageID: images[0],
                otherImageIDs: Array(images.dropFirst())
            )
            let entry = ListedProduct(
                product: product,
                vendor: vendor,
                images: zip(images, pictures).map { CatalogueImage($0, of: $1, issued: time) },
                created: time,
                issued: time
            )
            try catalogue.insert(pictures, from: images[0], of: product.id, at: time)
            try catalogue.insert(entry, head: &head)
            head.revision += 1
            try catalogue.save(head)
            return (entry, change)
        }
        #if DEBUG
            FailPoint.productRegistered.reach()
        #endif
        for picture in pictures { context.name(picture) }
        context.emit(.registered, product: entry.product)
        context.emit(change, of: entry.product.id)
        context.setLevel(of: entry.product.id, entry.product.stock)
        MarketProduct(entry).write(to: &result)
    }
}
