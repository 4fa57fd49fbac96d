internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// JSON that is of this moment only.
enum JSONResponse {
    static func make(_ status: HTTPResponse.Status, body bytes: [UInt8]) -> Response {
        let headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
