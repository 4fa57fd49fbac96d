import ExpoDomain
import Messages
import WireJSON
import WorkerRuntime

extension ExpoWorker {
    static func poster(
        _ params: JSONNode?,
        _ context: ReadContext<ServedExposition>,
        _ result: inout JSONWriter
    ) throws(RPCError) {
        ExpoPoster(context.state.exposition.poster).write(to: &result)
    }

    static func imageGet(
        _ params: JSONNode?,
        _ context: ReadContext<ServedExposition>,
        _ result: inout JSONWriter,
        _ attachments: inout [[UInt8]]
    ) throws(RPCError) {
        let wanted = try ExpoImageGetParams(params).imageName
        let name: ImageName
        do throws(ExpoError) {
            name = try ImageName(wanted)
        } catch {
            throw RPCError(error)
        }
        switch context.state.exposition.pictures[name] {
        case nil:
            throw RPCError(.unknownImage, "there is no picture \"\(name)\"")
        case .tooLarge(let bytes):
            throw RPCError(.payloadTooLarge, "the picture \"\(name)\" has \(bytes) bytes, too many to be sent")
        case .ready(let mediaType, let bytes, let sha256):
            ExpoImage(imageName: wanted, mediaType: mediaType, size: bytes.count, sha256: sha256).write(to: &result)
            attachments.append(bytes)
        }
    }
}
