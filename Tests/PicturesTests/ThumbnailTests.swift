import CPictureSamples
import Testing

@testable import Pictures

@Suite("A thumbnail")
struct ThumbnailTests {
    @Test(
        "has 200 pixels along its longest side, and is never enlarged",
        arguments: [
            ([1, 1], [1, 1]), ([200, 200], [200, 200]), ([199, 3], [199, 3]), ([201, 201], [200, 200]),
            ([400, 100], [200, 50]),
            ([100, 400], [50, 200]), ([201, 1], [200, 1]), ([1_000, 1], [200, 1]), ([333, 222], [200, 133]),
        ]
    )
    func size(sides: [Int], expected: [Int]) throws {
        let thumbnail = try Picture(Sample.png(.gradient(sides[0], sides[1]))).thumbnail
        #expect([thumbnail.width, thumbnail.height] == expected)
    }

    @Test(
        "that is kept has 600 pixels along its longest side, each the mean of what it covers",
        arguments: [
            ([1_200, 300], [600, 150]), ([601, 601], [600, 600]), ([599, 20], [599, 20]), ([3, 1_000], [2, 600]),
        ]
    )
    func stored(sides: [Int], expected: [Int]) throws {
        let halves = SamplePixels(width: sides[0], height: sides[1]) { x, y in
            x * 2 < sides[0] && y * 2 < sides[1] ? (250, 20, 20, 255) : (20, 20, 250, 255)
        }
        let thumbnail = try Picture(Sample.png(halves), limits: .stored).thumbnail
        #expect([thumbnail.width, thumbnail.height] == expected)
        let corner = try thumbnail.color(expected[0] - 1, expected[1] - 1)
        #expect(corner.isClose(to: (20, 20, 250, 255)), "\(corner)")
    }

    @Test("is a JPEG on white where its PNG would be larger than a picture may be")
    func onWhite() throws {
        // Nothing of it is seen.
        var noise: [UInt8] = []
        for pixel in 0..<4_096 { noise += [UInt8(pixel * 7 % 251), UInt8(pixel * 13 % 241), 0, 0] }
        let grid = PixelGrid(width: 64, height: 64, bytes: noise)
        #expect(try Thumbnail(grid, maxBytes: 1 << 20).format == .png)
        let thumbnail = try Thumbnail(grid, maxBytes: 10)
        #expect(thumbnail.format == .jpeg)
        #expect(try thumbnail.color(30, 30).isClose(to: (255, 255, 255, 255)))
    }

    @Test("is a JPEG, or a PNG when something shines through")
    func format() throws {
        let opaque = SamplePixels.gradient(300, 200)
        let glass = SamplePixels(width: 300, height: 200) { x, _ in (255, 0, 0, x < 150 ? 255 : 0) }
        #expect(try Picture(Sample.png(opaque)).thumbnail.format == .jpeg)
        for bytes in [Sample.png(glass), Sample.webp(glass, lossless: true), Sample.webp(glass, lossless: false)] {
            let thumbnail = try Picture(bytes).thumbnail
            #expect(thumbnail.format == .png)
            #expect(try thumbnail.color(20, 50).isClose(to: (255, 0, 0, 255)))
            #expect(try thumbnail.color(180, 50).alpha == 0)
        }
    }

    @Test("shows each pixel of a small picture as it is")
    func exact() throws {
        let pixels = SamplePixels(width: 50, height: 40) { x, y in (UInt8(x * 5), UInt8(y * 6), 77, UInt8(55 + x * 4)) }
        for bytes in [Sample.png(pixels), Sample.png(pixels, interlaced: true), Sample.webp(pixels, lossless: true)] {
            let thumbnail = try Picture(bytes).thumbnail
            for (x, y) in [(0, 0), (49, 39), (7, 31), (48, 2)] {
                let expected = (x * 5, y * 6, 77, 55 + x * 4)
                #expect(try thumbnail.color(x, y).isClose(to: expected, within: 0), "\(x), \(y)")
            }
        }
    }

    @Test(
        "is the mean of what each of its pixels covers, whatever the proportion",
        arguments: [201, 250, 399, 400, 1_601]
    )
    func mean(side: Int) throws {
        // Columns of black and white: the mean of any area is known.
        let pixels = SamplePixels(width: side, height: 3) { x, _ in
            x % 2 == 0 ? (255, 255, 255, 254) : (0, 0, 0, 254)
        }
        let thumbnail = try Picture(Sample.png(pixels)).thumbnail
        for cell in [0, 1, 57, 198, 199] {
            let (first, last) = (Double(cell * side) / 200, Double((cell + 1) * side) / 200)
            var white = 0.0
            for x in stride(from: 0, to: side, by: 2) {
                let inside: Double = min(Double(x + 1), last) - max(Double(x), first)
                white += max(inside, 0)
            }
            let expected = Int(255 * white / (last - first))
            #expect(try thumbnail.color(cell, 0).isClose(to: (expected, expected, expected, 254), within: 1), "\(cell)")
        }
    }

    @Test("does not take its colour from what cannot be seen")
    func hiddenColors() throws {
        let pixels = SamplePixels(width: 800, height: 8) { x, _ in x % 4 < 2 ? (0, 200, 0, 255) : (255, 0, 255, 0) }
        for bytes in [Sample.png(pixels), Sample.png(pixels, interlaced: true)] {
            #expect(try Picture(bytes).thumbnail.color(100, 1).isClose(to: (0, 200, 0, 128), within: 1))
        }
    }

    @Test("is the same from an interlaced picture, a progressive one, and a plain one")
    func order() throws {
        let pixels = SamplePixels.gradient(417, 303)
        #expect(try Picture(Sample.png(pixels)).thumbnail == Picture(Sample.png(pixels, interlaced: true)).thumbnail)
        let plain = try Picture(Sample.jpeg(pixels)).thumbnail
        let progressive = try Picture(Sample.jpeg(pixels, scans: .progressive)).thumbnail
        for (x, y) in [(5, 5), (190, 10), (100, 140)] {
            let color = try plain.color(x, y)
            let other = (color.red, color.green, color.blue, 255)
            #expect(try progressive.color(x, y).isClose(to: other, within: 2))
        }
    }

    @Test("has the colours of the picture in every format")
    func colors() throws {
        let pixels = SamplePixels.gradient(600, 450)
        let pictures = [
            Sample.png(pixels), Sample.jpeg(pixels), Sample.jpeg(pixels, scans: .progressive),
            Sample.webp(pixels, lossless: false), Sample.webp(pixels, lossless: true),
        ]
        for bytes in pictures {
            let thumbnail = try Picture(bytes).thumbnail
            for (x, y) in [(1, 1), (100, 75), (198, 148), (198, 1)] {
                let expected = (x * 255 / 200, y * 255 / 150, (x + y) * 255 / 350, 255)
                #expect(try thumbnail.color(x, y).isClose(to: expected), "\(x), \(y)")
            }
        }
    }

    @Test("lies upright, whichever way the camera was held", arguments: 1...8, [true, false])
    func orientation(orientation: Int, littleEndian: Bool) throws {
        // What EXIF says of each value: which side of the scene the first row shows, and which the first column.
        let (firstRow, firstColumn) = [
            ("top", "left"), ("top", "right"), ("bottom", "right"), ("bottom", "left"),
            ("left", "top"), ("right", "top"), ("right", "bottom"), ("left", "bottom"),
        ][orientation - 1]
        let opposite = ["top": "bottom", "bottom": "top", "left": "right", "right": "left"]
        let stored = SamplePixels(width: 640, height: 400) { x, y in
            let seen = [y < 200 ? firstRow : opposite[firstRow], x < 320 ? firstColumn : opposite[firstColumn]]
            switch (seen.contains("top"), seen.contains("left")) {
            case (true, true): return (255, 0, 0, 255)
            case (true, false): return (0, 255, 0, 255)
            case (false, true): return (0, 0, 255, 255)
            case (false, false): return (255, 255, 255, 255)
            }
        }
        let exif = Sample.exif(orientation, littleEndian: littleEndian)
        let png = Sample.png(stored)
        let end = png.count - 12
        let webp = Sample.webp(stored, lossless: true)[12...]
        let chunk = Sample.pngChunk("eXIf", exif)
        let before: [UInt8] = png[..<33] + chunk + png[33...]
        let behind: [UInt8] = png[..<end] + chunk + png[end...]
        let container: [UInt8] = Sample.webpHeader(640, 400, flags: 8) + webp + Sample.webpChunk("EXIF", exif)
        let pictures: [[UInt8]] = [
            Sample.jpeg(stored, orientation: orientation, littleEndian: littleEndian), before, behind,
            Sample.webpFile(container),
        ]
        for bytes in pictures {
            let picture = try Picture(bytes)
            // Browsers turn a JPEG, and a PNG with the data before its pixels; a WebP is turned for them.
            let isTurned = picture.header.format == .webp
            #expect(picture.header.orientation.rawValue == UInt8(isTurned ? 1 : orientation))
            #expect(try Picture(picture.bytes) == picture)
            let thumbnail = picture.thumbnail
            #expect([thumbnail.width, thumbnail.height] == (orientation < 5 ? [200, 125] : [125, 200]))
            let (right, bottom) = (thumbnail.width - 10, thumbnail.height - 10)
            #expect(try thumbnail.color(10, 10).isClose(to: (255, 0, 0, 255)))
            #expect(try thumbnail.color(right, 10).isClose(to: (0, 255, 0, 255)))
            #expect(try thumbnail.color(10, bottom).isClose(to: (0, 0, 255, 255)))
            #expect(try thumbnail.color(right, bottom).isClose(to: (255, 255, 255, 255)))
        }
    }

    @Test("is as stored when the orientation makes no sense", arguments: [0, 9, 255, 65_535])
    func badOrientation(orientation: Int) throws {
        let bytes = Sample.jpeg(.gradient(40, 20), orientation: orientation, littleEndian: true)
        #expect(try Picture(bytes).header.orientation == .upright)
    }

    @Test("of an animation is its first frame, in its place")
    func animation() throws {
        let red = Sample.GIFFrame(x: 10, y: 5, width: 20, height: 10, indices: [Int](repeating: 0, count: 200))
        let blue = Sample.GIFFrame(width: 40, height: 20, indices: [Int](repeating: 1, count: 800))
        let gif = Sample.gif(
            40,
            20,
            colors: [[255, 0, 0], [0, 0, 255]],
            frames: [red] + [Sample.GIFFrame](repeating: blue, count: 200)
        )
        let pixels = SamplePixels(width: 20, height: 10) { _, _ in (255, 0, 0, 255) }
        let webp = Sample.webpAnimation(40, 20, [(10, 6, pixels), (0, 0, .gradient(40, 20))])
        for bytes in [gif, webp] {
            let thumbnail = try Picture(bytes).thumbnail
            #expect([thumbnail.width, thumbnail.height] == [40, 20])
            #expect(try thumbnail.color(15, 10).isClose(to: (255, 0, 0, 255), within: 0))
            #expect(try thumbnail.color(2, 2).alpha == 0)
            #expect(try thumbnail.color(35, 18).alpha == 0)
        }
    }

    @Test("of an interlaced GIF has its rows in order, and its transparent colour is")
    func gif() throws {
        let indices = (0..<20 * 19).map { $0 / 20 }
        let colors = (0..<19).map { [UInt8($0 * 13), 0, 0] }
        var frame = Sample.GIFFrame(width: 20, height: 19, indices: indices, transparent: 7)
        for isInterlaced in [false, true] {
            frame.isInterlaced = isInterlaced
            let thumbnail = try Picture(Sample.gif(20, 19, colors: colors, frames: [frame])).thumbnail
            for y in 0..<19 {
                let expected = y == 7 ? (0, 0, 0, 0) : (y * 13, 0, 0, 255)
                #expect(try thumbnail.color(3, y).isClose(to: expected, within: 0), "row \(y)")
            }
        }
    }
}
