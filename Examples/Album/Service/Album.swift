import DurableWorker

struct Photo: Message {
    var id = 0
    var caption = ""

    mutating func members(_ members: inout Members) {
        members("id", &id, .integer(in: 0...1_000_000_000), "Its number; in album.add left out.", need: .optional)
        members("caption", &caption, .text(bytes: 0...200), "What is to be seen.", need: .optional)
    }
}

struct Page: Message {
    var before = 1_000_000_001
    var photos: [Photo] = []

    mutating func members(_ members: inout Members) {
        members("before", &before, .integer(in: 1...1_000_000_001), "The last of the page before.", need: .optional)
        members("photos", &photos, .list(of: .message, count: 0...20), "Newest first.", need: .optional)
    }
}

enum AlbumAPI: ServiceAPI {
    static let name: ServiceName = "album"
    static let summary = "Keeps photos."
    static let version = "1.0.0"

    static let notAPhoto = ErrorReason("NOT_A_PHOTO", code: 1, status: 422, "it is not one JPEG or PNG file")
    static let unknown = ErrorReason("UNKNOWN_PHOTO", code: 2, status: 404, "there is no such photo")
    static let added = EventType("album.added", "There is a new photo.", data: Photo.self)

    static let add = WriteMethod(
        "album.add", "Adds a photo, the one attachment.", params: Photo.self, result: Photo.self,
        errors: [notAPhoto], events: [added]
    )
    static let remove = WriteMethod(
        "album.remove", "Removes a photo.", params: Photo.self, result: Nothing.self, errors: [unknown]
    )
    static let file = ReadMethod(
        "album.file", "One photo, as the attachment.", params: Photo.self, result: Photo.self, errors: [unknown]
    )
    static let page = ReadMethod("album.page", "Photos, newest first.", params: Page.self, result: Page.self)
}

@main struct Album: DurableService {
    typealias API = AlbumAPI
    typealias State = Tables

    static let tables = [
        TableStep("1 photos", sql: "CREATE TABLE photo(id INTEGER PRIMARY KEY, caption TEXT, hash TEXT) STRICT"),
        TableStep("2 photos by file", sql: "CREATE INDEX photo_hash ON photo(hash)"),
    ]
    static let files = FileFolder(names: "SELECT hash FROM photo")

    private static let beginnings: [[UInt8]] = [[0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47]]

    var methods: [Method<Tables>] {
        On(job: API.add) { photo, frames, _, context in
            let isPhoto = frames.count == 1 && Self.beginnings.contains { frames[0].starts(with: $0) }
            guard isPhoto else { throw Refusal(API.notAPhoto, "one JPEG or PNG file is needed as the attachment") }
            let files = context.files
            return Job(.waiting) {                          // on a thread that may wait
                let hash = try files.add(frames[0])         // durable before the row that names it
                return { album, context in                  // a write as any other
                    let last = album.rows("SELECT max(id) FROM photo") { $0.integer(0) ?? 0 }[0]
                    var photo = photo
                    photo.id = last + 1
                    album.change("INSERT INTO photo VALUES (?1, ?2, ?3)",
                                 values: [.integer(photo.id), .text(photo.caption), .text(hash)])
                    context.emit(API.added, of: "\(photo.id)", photo)
                    return photo
                }
            }
        }
        On(API.remove) { photo, album, _ in
            let count = album.change("DELETE FROM photo WHERE id = ?1", values: [.integer(photo.id)])
            guard count == 1 else { throw Refusal(API.unknown, "no photo has the number \(photo.id)") }
            return Nothing()                                // its file goes some time later
        }
        On(API.file) { photo, album, context in
            let query = "SELECT caption, hash FROM photo WHERE id = ?1"
            let found = album.rows(query, values: [.integer(photo.id)]) { ($0.text(0) ?? "", $0.text(1) ?? "") }.first
            guard let (caption, hash) = found else { throw Refusal(API.unknown, "no photo has the number \(photo.id)") }
            try context.attach(file: hash)
            return Photo(id: photo.id, caption: caption)
        }
        On(API.page) { page, album, _ in
            let query = "SELECT id, caption FROM photo WHERE id < ?1 ORDER BY id DESC LIMIT 20"
            let photos = album.rows(query, values: [.integer(page.before)]) { row in
                Photo(id: row.integer(0) ?? 0, caption: row.text(1) ?? "")
            }
            return Page(before: photos.last?.id ?? 1, photos: photos)
        }
    }
}
