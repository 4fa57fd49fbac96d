internal import CPictures

/// The way from Swift to the decoders of C.
enum PictureDecoder {
    /// Decodes a picture and reduces it to a size.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - header: What was read from it.
    ///   - size: The sides to reduce to, not above the picture's own.
    /// - Throws: ``PictureError``: `damaged`, `unsupported` or `noMemory`.
    static func pixels(
        of bytes: [UInt8],
        header: PictureHeader,
        size: ThumbnailSize,
    ) throws(PictureError) -> PixelGrid {
        var result = CPictures_Result()
        var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
        let isInks = header.space == .inks
        unsafe withColors(isInks ? header.colors : nil) { inks in
            unsafe pixels.withUnsafeMutableBufferPointer { output in
                guard let address = output.baseAddress else { return }
                var target = unsafe CPictures_Target(
                    width: UInt32(header.width),
                    height: UInt32(header.height),
                    reducedWidth: UInt32(size.width),
                    reducedHeight: UInt32(size.height),
                    pixels: address,
                    inks: inks
                )
                result =
                    switch header.format {
                    case .png: unsafe CPictures_decode_png(bytes, bytes.count, &target)
                    case .jpeg: unsafe CPictures_decode_jpeg(bytes, bytes.count, &target)
                    case .gif: unsafe CPictures_decode_gif(bytes, bytes.count, &target)
                    case .webp: unsafe decodeWebP(bytes, frame: header.frame, into: &target)
                    }
            }
        }
        if let error = error(of: result) { throw error }
        // Of the few pixels that are left: what the many were makes no difference that can be seen.
        if !isInks, header.colors != nil {
            unsafe withColors(header.colors) { colors in
                guard let colors = unsafe colors else { return }
                unsafe CPictures_convert_colors(colors, header.space == .grey, &pixels, size.width * size.height)
            }
        }
        return PixelGrid(width: size.width, height: size.height, bytes: pixels)
    }

    private static func withColors(
        _ colors: PictureColors?,
        body: (UnsafePointer<CPictures_Colors>?) -> Void
    ) {
        guard let colors else { return body(nil) }
        unsafe colors.withDescription { description in
            unsafe withUnsafePointer(to: description) { unsafe body($0) }
        }
    }

    private static func decodeWebP(
        _ bytes: [UInt8],
        frame: PictureFrame?,
        into target: inout CPictures_Target,
    ) -> CPictures_Result {
        // Without a frame there is an empty one, which is refused.
        var place = frame.map(CPictures_Frame.init) ?? CPictures_Frame()
        return unsafe CPictures_decode_webp(bytes, &place, &target)
    }

    private static func error(of result: CPictures_Result) -> PictureError? {
        let detail = unsafe withUnsafeBytes(of: result.detail) {
            unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return switch result.code {
        case .ok: nil
        case .damaged: PictureError(.damaged, "It does not decode: \(detail).")
        case .unsupported: PictureError(.unsupported, "It is not decoded here: \(detail).")
        case .outOfMemory: PictureError(.noMemory, "There was no memory to decode it: \(detail).")
        }
    }
}
