internal import CConfinement
internal import Glibc

/// What a service's program does where it was started to decode pictures for that service.
///
/// It has one descriptor, the socket on which it is asked, and one thread. What a hostile picture makes of it can compute, and
/// say something on that socket.
package enum DecoderProgram {
    /// The argument that starts it, before the bytes of memory that it may use.
    package static let argument = "decode-pictures"
    /// Address space that the program needs besides what decoding takes: the file, what is made of it, and what its allocator keeps.
    private static let ownBytes = 256 << 20

    /// Decodes until the socket is closed at the other end, if this process was started to; returns if it was not.
    ///
    /// It has to come first in a program, while there is one thread.
    package static func serve(_ arguments: [String]) {
        guard arguments.count == 3, arguments[1] == argument, let decodingBytes = UInt64(arguments[2]) else { return }
        if let missing = unsafe CConfinement_confine(decodingBytes + UInt64(ownBytes)) {
            let detail = unsafe "It cannot be confined: \(String(cString: missing))."
            say(.refused(PictureError(.unavailable, detail)))
            end(1)
        }
        say(.ready)
        while let length = read(DecoderMessage.lengthBytes) {
            let count = length.reduce(0) { $0 << 8 | Int($1) }
            guard count <= DecoderMessage.maxBytes, let bytes = read(count) else { break }
            do throws(PictureError) {
                let header = try PictureHeader(bytes)
                say(.needs(bytes: header.decodingBytes))
                guard let reply = read(1) else { break }
                if reply == [DecoderMessage.grant] {
                    say(.decoded(DecodedPicture(try Picture(bytes, limits: .stored))))
                }
            } catch {
                say(.refused(error))
            }
        }
        end(0)
    }

    /// Reads so many bytes; `nil` at the end.
    private static func read(_ count: Int) -> [UInt8]? {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, let address = buffer.baseAddress {
                let got = unsafe Glibc.read(0, address + filled, count - filled)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
        return bytes.count == count ? bytes : nil
    }

    private static func say(_ message: DecoderMessage) {
        let body = message.bytes
        let bytes = DecoderMessage.number(body.count) + body
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe write(0, $0.baseAddress.map { unsafe $0 + written }, bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { end(1) }
            written += count
        }
    }

    private static func end(_ code: CInt) -> Never { CConfinement_end(code) }
}
