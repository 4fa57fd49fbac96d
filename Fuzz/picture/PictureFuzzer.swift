/// One input of libFuzzer, taken for a picture.
///
/// This file is compiled into one module with the sources of `Pictures`, see `run`. A check that fails traps, which is how
/// libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    // What a process says that a picture has taken over.
    _ = DecoderMessage(bytes[...])
    do throws(PictureError) {
        // Sides of 8000 would only cost time. From 2049 on a WebP is scaled down while it is decoded.
        let picture = try Picture(bytes, limits: PictureLimits(side: 2_200))
        checkHeader(picture.header, bytes)
        checkThumbnail(picture)
        checkServed(picture)
    } catch {
        precondition(!error.detail.isEmpty, "a refusal does not say why")
        precondition(error.code != .tooManyBytes, "a short input is said to be long")
    }
    return 0
}

private func checkHeader(_ header: PictureHeader, _ bytes: [UInt8]) {
    precondition((1...2_200).contains(header.width) && (1...2_200).contains(header.height), "a side is out of range")
    precondition(PictureFormat(recognising: bytes) == header.format, "a picture has another format than it begins with")
    precondition(header.decodingBytes > 0, "a picture takes no memory")
}

private func checkServed(_ picture: Picture) {
    do throws(PictureError) {
        let again = try Picture(picture.bytes, limits: PictureLimits(side: 2_200))
        precondition(again.bytes == picture.bytes, "a picture that is served would be changed again")
        precondition(again.header == picture.header, "a picture that is served says something else")
    } catch {
        preconditionFailure("a picture that is served does not decode: \(error)")
    }
}

private func checkThumbnail(_ picture: Picture) {
    let thumbnail = picture.thumbnail
    let (width, height) =
        picture.header.orientation.exchangesSides
        ? (picture.header.height, picture.header.width) : (picture.header.width, picture.header.height)
    let size = ThumbnailSize(width: width, height: height, longestSide: 200)
    precondition(thumbnail.width == size.width && thumbnail.height == size.height, "a thumbnail has the wrong size")
    precondition([.png, .jpeg].contains(thumbnail.format), "a thumbnail is of a format that is not written")
    do throws(PictureError) {
        let header = try Picture(thumbnail.bytes).header
        precondition(header.format == thumbnail.format, "a thumbnail is of another format than it says")
        precondition(header.width == size.width && header.height == size.height, "a thumbnail says a wrong size")
    } catch {
        preconditionFailure("a thumbnail does not decode: \(error)")
    }
}
