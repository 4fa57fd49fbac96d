internal import CZlib

/// The gzip format (RFC 1952).
enum Gzip {
    /// - Returns: The bytes compressed; `nil` when zlib has no memory for it.
    static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        // 16 beyond the usual window of 15 bits asks for gzip's head and end instead of zlib's (zlib.h).
        guard
            deflateInit2_(
                &stream,
                Z_DEFAULT_COMPRESSION,
                Z_DEFLATED,
                15 + 16,
                8,
                Z_DEFAULT_STRATEGY,
                ZLIB_VERSION,
                size
            ) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        let most = Int(deflateBound(&stream, UInt(bytes.count)))
        var input = bytes
        return input.withUnsafeMutableBufferPointer { source in
            var output = [UInt8](repeating: 0, count: most)
            let isWhole = output.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                return deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
            guard isWhole else { return nil }
            return Array(output.prefix(Int(stream.total_out)))
        }
    }
}
