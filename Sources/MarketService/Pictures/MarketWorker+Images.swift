import Journal
import Messages
import Pictures
import StoredFiles
import WireJSON
import WorkerEngine

extension MarketWorker {
    /// Finds the picture; its file is read, and its hash checked, away from the owner's thread.
    func imagesGet(
        _ params: JSONNode?,
        state: Void,
        context: inout ReadContext,
        result: inout JSONWriter
    ) throws(RPCError) -> Method<Void>.Body.ReadJob? {
        let params = try MarketImagesGetParams(params: params)
        let reference = params.reference
        try context.requireAlone(MarketMethod.imagesGet)
        let file = try Self.file(of: params, context)
        let pictures = pictures
        return BackgroundJob(.reading) { () throws(RPCError) in
            let bytes: [UInt8]
            do throws(StorageError) {
                bytes = try pictures.bytes(of: file.hash)
            } catch {
                // The store names it, so the file was lost or changed by something else; only its owner can mend that.
                throw RPCError(.internal, error.message)
            }
            let picture = MarketPicture {
                $0.id = reference.id
                $0.isThumbnail = reference.isThumbnail
                $0.mediaType = file.format.mediaType
                $0.width = file.width
                $0.height = file.height
                $0.size = bytes.count
                $0.sha256 = file.hash.description
            }
            return { _, context, result throws(RPCError) in
                // The answer says that it is true at the present position: its product may have been deleted meanwhile.
                _ = try Self.file(of: params, context)
                picture.write(to: &result)
                context.attach(bytes)
            }
        }
    }

    /// What is known of a picture that a product has now, and that is the one that is meant.
    private static func file(
        of params: MarketImagesGetParams,
        _ context: ReadContext
    ) throws(RPCError) -> StoredPicture.File {
        let reference = params.reference
        let found = try context.reading { tables throws(StorageError) in try ProductCatalogue(tables).picture(reference)
        }
        guard let file = found else { throw RPCError(.unknownImage, "there is no picture \(reference.id)") }
        // After a backup was restored, its number may be another's.
        guard params.hash == nil || params.hash == file.hash.short else {
            throw RPCError(.unknownImage, "picture \(reference.id) is another than the one asked for")
        }
        return file
    }
}
