import Platform
import WireJSON

/// One of the two JSON files of an exposition.
struct DataFile {
    /// Its name in the directory.
    let name: String
    /// The most bytes it may have.
    let largest: Int

    /// The poster: one object.
    ///
    /// All of it is one reply, which has to stay below 1 MiB: its texts as they are, and once more as lines in which
    /// one character may have become three bytes of JSON.
    static let poster = DataFile(name: "exposition_universelle_1900.json", largest: 128 << 10)
    /// The exhibits: an array of objects.
    static let items = DataFile(name: "items.json", largest: 16 << 20)

    /// Reads the file.
    ///
    /// The directory is the operator's word, and so is a link that is in the place of this file.
    ///
    /// - Parameters:
    ///   - directory: The open directory.
    ///   - path: What the directory is called.
    func bytes(in directory: Descriptor, at path: String) throws(ExpositionError) -> [UInt8] {
        do throws(FileError) {
            return try directory.file(name, followsLinks: true).bytes(atMost: largest)
        } catch {
            throw ExpositionError(error, at: "\(path)/\(name)")
        }
    }

    /// Parses the file's bytes; a byte order mark before them does not count.
    ///
    /// - Throws: ``ExpositionError`` `malformed` with line and column, from 1.
    func parse(_ bytes: [UInt8], at path: String) throws(ExpositionError) -> JSONNode {
        let start = ByteOrderMark.length(before: bytes)
        do throws(JSONError) {
            let reader = JSONReader(limits: JSONLimits(bytes: largest, members: 1_024))
            return try reader.read(bytes.span.extracting(start...))
        } catch {
            let place = Self.place(of: start + error.offset, in: bytes[start...])
            throw ExpositionError(.malformed, "\(path):\(place): \(error.message)")
        }
    }

    /// `line:column`, both from 1, the column in characters.
    private static func place(of offset: Int, in text: ArraySlice<UInt8>) -> String {
        let before = text[..<min(max(offset, text.startIndex), text.endIndex)]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? before.startIndex
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        // The bytes after the first of a character begin with the bits 10.
        let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        return "\(line):\(column)"
    }
}
