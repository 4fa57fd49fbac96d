import Glibc
import Hummingbird
import Logging
import NIOCore

/// Hummingbird alone: answers `GET /` with the bytes of a file, so that what a request costs is what the library costs.
///
/// `ConstantServer FILE` prints `ready http=http://127.0.0.1:PORT` when it listens.
@main
enum ConstantServer {
    static func main() async throws {
        let body = try ByteBuffer(bytes: bytes(of: CommandLine.arguments.last ?? ""))
        let router = Router()
        router.get("/") { _, _ in
            Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: body))
        }
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 0), backlog: 4_096),
            onServerRunning: { channel in
                print("ready http=http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
                fflush(nil)
            },
            logger: Logger(label: "constant") { _ in SwiftLogNoOpLogHandler() }
        )
        try await application.runService()
    }

    private static func bytes(of path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw SystemFault(path: path) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        return bytes
    }
}

/// A file that cannot be read.
struct SystemFault: Error {
    let path: String
}
