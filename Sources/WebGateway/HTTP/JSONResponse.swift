internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// JSON that is of this moment only.
enum JSONResponse {
    static func make(_ status: HTTPResponse.Status, body bytes: [UInt8]) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = "application/json"
        headers[.cacheControl] = "no-store"
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
