internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

extension ResponseBody {
    /// All of a body that is in memory.
    func collected() async throws -> ByteBuffer {
        let body = CollectedBody()
        try await write(body)
        return body.bytes
    }
}

/// What was written of a body.
private final class CollectedBody: ResponseBodyWriter {
    private(set) var bytes = ByteBuffer()

    func write(_ buffer: ByteBuffer) {
        if bytes.readableBytes == 0 { bytes = buffer } else { bytes.writeImmutableBuffer(buffer) }
    }

    func finish(_ trailingHeaders: HTTPFields?) {}
}
