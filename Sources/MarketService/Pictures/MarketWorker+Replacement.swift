import Journal
import MarketDomain
import Messages
import Platform
import WireJSON
import WorkerEngine

extension MarketWorker {
    /// Judges who asks and what stays; the new pictures come after that, away from the owner's thread.
    func productsPictures(
        _ params: JSONNode?,
        frames: [[UInt8]],
        state: Void,
        context: ReadContext
    ) throws(RPCError) -> Method<Void>.Body.WriteJob {
        let request = try MarketProductsPicturesParams(params: params)
        let entry = try context.reading { tables throws(StorageError) in
            try Self.ownProduct(request.id, of: request.credentials, in: tables)
        }.get()
        _ = try entry.kept(by: request, adding: frames.count)
        let intake = PictureIntake(store: pictures, decoding: decoding)
        let retention = pictureRetention
        return BackgroundJob { () throws(RPCError) in
            let pictures = try intake.take(frames)
            return { _, context, result throws(RPCError) in
                let entry = try Self.replace(pictures, by: request, keepingFiles: retention, in: &context)
                MarketProduct(entry).write(to: &result)
            }
        }
    }

    private static func replace(
        _ pictures: [StoredPicture],
        by request: MarketProductsPicturesParams,
        keepingFiles retention: Int,
        in context: inout WriteContext
    ) throws(RPCError) -> ListedProduct {
        // Looked up again: other writes may have come while the pictures were prepared.
        var entry = try context.storing { tables throws(StorageError) in
            try ownProduct(request.id, of: request.credentials, in: tables)
        }.get()
        let kept = try entry.kept(by: request, adding: pictures.count)
        let removed = entry.images.map(\.id).filter { id in !kept.contains { $0.id == id } }
        guard !pictures.isEmpty || !removed.isEmpty else { return entry }
        let time = context.time
        entry.issued = time
        let present = entry
        let (changed, members) = try context.storing { tables throws(StorageError) in
            let catalogue = ProductCatalogue(tables)
            var (head, entry) = (try catalogue.head(), present)
            let first = head.lastImage + 1
            head.lastImage += pictures.count
            entry.images = kept + pictures.enumerated().map { CatalogueImage(first + $0, of: $1, issued: time) }
            let members = entry.product.setPictures(entry.images.map(\.id))
            try catalogue.remove(removed, at: time, keepingFiles: retention)
            try catalogue.insert(pictures, from: first, of: request.id, at: time)
            try catalogue.update(entry, changed: members, head: &head)
            head.revision += 1
            try catalogue.save(head)
            return (entry, members)
        }
        #if DEBUG
            FailPoint.productUpdated.reach()
        #endif
        for picture in pictures { context.name(picture) }
        context.emit(.updated, product: changed.product, changed: members)
        context.setLevel(of: request.id, changed.product.stock)
        return changed
    }
}

extension ListedProduct {
    /// The pictures that stay.
    ///
    /// - Throws: ``RPCError`` `INVALID_PARAMS` for one that is not its own, and for none or too many pictures in the end.
    fileprivate func kept(
        by request: MarketProductsPicturesParams,
        adding count: Int
    ) throws(RPCError) -> [CatalogueImage] {
        var faults: [Violation] = []
        for (place, id) in request.keep.enumerated() where !product.imageIDs.contains(id) {
            let detail = "keep must have ids of the product's images"
            faults.append(Violation(path: ["keep", String(place)], reason: .unknown, detail: detail))
        }
        let kept = images.filter { request.keep.contains($0.id) }
        if faults.isEmpty, !ProductRules.pictureCounts.contains(kept.count + count) {
            faults.append(Violation(ProductFault(.images, rule: .pictures(ProductRules.pictureCounts))))
        }
        guard faults.isEmpty else { throw RPCError(violations: faults) }
        return kept
    }
}
