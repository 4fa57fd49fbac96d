import ExpoDomain
import Messages
import WireJSON
import WorkerEngine

extension ExpoWorker {
    static func poster(
        _ params: JSONNode?,
        served: ServedExposition,
        context: inout ReadContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        served.exposition.poster.write(to: &result)
    }

    static func imageGet(
        _ params: JSONNode?,
        served: ServedExposition,
        context: inout ReadContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        try context.requireAlone(ExpoMethod.imageGet)
        let wanted = try ExpoImageGetParams(params: params).imageName
        let name: ImageName
        do throws(ExpoError) {
            name = try ImageName(wanted)
        } catch {
            throw RPCError(error)
        }
        switch served.exposition.pictures[name] {
        case nil:
            throw RPCError(.unknownImage, "there is no picture \"\(name)\"")
        case .tooLarge(let bytes):
            throw RPCError(.payloadTooLarge, "the picture \"\(name)\" has \(bytes) bytes, too many to be sent")
        case .ready(let mediaType, let bytes, let sha256):
            ExpoImage(imageName: wanted, mediaType: mediaType, size: bytes.count, sha256: sha256).write(to: &result)
            context.attach(bytes)
        }
    }
}
