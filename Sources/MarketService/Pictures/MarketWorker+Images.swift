import Messages
import Pictures
import Storage
import WireJSON
import WorkerRuntime

extension MarketWorker {
    func imagesGet(
        _ params: JSONNode?,
        _ context: ReadContext<Void>,
        _ result: inout JSONWriter,
        _ attachments: inout [[UInt8]]
    ) throws(RPCError) {
        let reference = try MarketImagesGetParams(params).reference
        let found = try context.reading { tables throws(StorageError) in try Catalogue(tables).picture(reference) }
        guard let file = found else { throw RPCError(.unknownImage, "there is no picture \(reference.id)") }
        let bytes: [UInt8]
        do throws(PictureStoreError) {
            bytes = try pictures.bytes(of: file.hash)
        } catch {
            // The store names it, so the file was lost or changed by something else; only its owner can mend that.
            throw RPCError(.internal, error.message)
        }
        let picture = MarketPicture(
            id: reference.id,
            isThumbnail: reference.isThumbnail,
            mediaType: file.format.mediaType,
            width: file.width,
            height: file.height,
            size: bytes.count,
            sha256: file.hash.description
        )
        picture.write(to: &result)
        attachments.append(bytes)
    }
}
