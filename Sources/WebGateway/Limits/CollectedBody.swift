internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

extension ResponseBody {
    /// All of a body that is in memory.
    func collected() async throws -> ByteBuffer {
        let body = CollectedBody()
        try await write(BodyCollector(body: body))
        return body.bytes
    }
}

/// What was written of a body.
private final class CollectedBody {
    var bytes = ByteBuffer()
}

private struct BodyCollector: ResponseBodyWriter {
    let body: CollectedBody

    mutating func write(_ buffer: ByteBuffer) {
        if body.bytes.readableBytes == 0 { body.bytes = buffer } else { body.bytes.writeImmutableBuffer(buffer) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) {}
}
