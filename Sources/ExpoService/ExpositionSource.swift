import ExpoDomain

/// Where an exposition is read from.
enum ExpositionSource: Sendable, Hashable, CustomStringConvertible {
    /// The exposition of 1900 that is part of the program.
    case builtIn
    /// A directory with the same files.
    case directory(String)

    var description: String {
        switch self {
        case .builtIn: "built in"
        case .directory(let path): path
        }
    }

    /// Reads all of it.
    ///
    /// - Throws: ``ExpositionError`` naming the file and the place in it.
    func read() throws(ExpositionError) -> Exposition {
        switch self {
        case .builtIn: try Self.readBuiltIn()
        case .directory(let path): try Self.read(path)
        }
    }

    private static func readBuiltIn() throws(ExpositionError) -> Exposition {
        var reader = ExpositionReader()
        let poster = try reader.poster(
            PackageResources.exposition_universelle_1900_json,
            at: DataFile.poster.name
        )
        let exhibits = try reader.exhibits(PackageResources.items_json, at: DataFile.items.name)
        return reader.exposition(poster, exhibits: exhibits) { name throws(FileError) in BuiltInPictures.picture(name) }
    }

    private static func read(_ path: String) throws(ExpositionError) -> Exposition {
        let directory: Descriptor
        do throws(FileError) {
            directory = try Descriptor(directory: path)
        } catch {
            throw ExpositionError(error, at: path)
        }
        var reader = ExpositionReader()
        let poster = try reader.poster(
            try DataFile.poster.bytes(in: directory, at: path),
            at: "\(path)/\(DataFile.poster.name)"
        )
        let exhibits = try reader.exhibits(
            try DataFile.items.bytes(in: directory, at: path),
            at: "\(path)/\(DataFile.items.name)"
        )
        var folder: PictureFolder?
        do throws(FileError) {
            folder = try PictureFolder(in: directory)
        } catch {
            reader.warn("\(path)/\(PictureFolder.name): \(error), so there are no pictures")
        }
        guard var folder else { return reader.exposition(poster, exhibits: exhibits, picture: nil) }
        return reader.exposition(poster, exhibits: exhibits) { name throws(FileError) in try folder.picture(name) }
    }
}

/// Why an exposition cannot be used at all, in words for the person who keeps the data.
struct ExpositionError: Error, Hashable, CustomStringConvertible {
    enum Code: Hashable {
        /// A file or the directory cannot be read.
        case unreadable
        /// A file is not valid JSON.
        case malformed
        /// A file is JSON of another shape.
        case wrongShape
    }

    let code: Code
    /// The file, the place in it where there is one, and what is wrong there.
    let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Says of what the system refused which file it is about.
    init(_ error: FileError, at path: String) {
        self.init(.unreadable, "\(path): \(error)")
    }
}
