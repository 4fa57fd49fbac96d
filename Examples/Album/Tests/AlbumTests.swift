import SimulatedWorker
import Testing

@testable import album_service

@Suite struct AlbumTests {
    private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 1, 2, 3]

    @Test func `a photo that was acknowledged outlives the power, with its file`() throws {
        let album = try SimulatedWorker(Album(), seed: 1)
        let photo = try album.call(AlbumAPI.add, Photo(caption: "The sea"), key: "sea", attachments: [png])
        try album.losePower()
        try album.start()
        #expect(try album.call(AlbumAPI.file, photo).caption == "The sea")
        #expect(album.attachments == [png])
        // The same key is the same photo.
        #expect(try album.call(AlbumAPI.add, Photo(caption: "The sea"), key: "sea", attachments: [png]).id == photo.id)
        #expect(try album.call(AlbumAPI.page).photos.map(\.id) == [photo.id])
        #expect(album.published.map(\.type) == ["album.added"])
    }

    @Test(arguments: [[], [[1, 2, 3]], [[0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF]]] as [[[UInt8]]])
    func `what is not one photo is refused, and leaves nothing`(frames: [[UInt8]]) throws {
        let album = try SimulatedWorker(Album(), seed: 1)
        let refusal = #expect(throws: Refusal.self) { try album.call(AlbumAPI.add, attachments: frames) }
        #expect(refusal?.reason == AlbumAPI.notAPhoto)
        #expect(try album.call(AlbumAPI.page).photos.isEmpty)
    }

    @Test func `a photo that was removed is not there any more, and others are`() throws {
        let album = try SimulatedWorker(Album(), seed: 1)
        let photos = try ["a", "b"].map { try album.call(AlbumAPI.add, Photo(caption: $0), attachments: [png]) }
        _ = try album.call(AlbumAPI.remove, photos[0])
        #expect(throws: Refusal.self) { try album.call(AlbumAPI.file, photos[0]) }
        album.pass(.seconds(4 * 3_600))
        // Both had the same file.
        #expect(try album.call(AlbumAPI.file, photos[1]).caption == "b")
        #expect(album.attachments == [png])
    }
}
