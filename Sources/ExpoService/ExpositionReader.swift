import ExpoDomain
import Messages
import WireJSON

/// Makes an exposition of JSON, leniently: what is wrong with one part costs that part and a warning.
struct ExpositionReader {
    /// The most bytes of an entry as JSON, so that one, or a page that has just become full, fits into a reply.
    static let maxEntryBytes = 256 << 10
    /// The most warnings that are worth a line each.
    private static let maxWarnings = 100

    private var warnings: [String] = []
    private var untold = 0
    private var skipped = 0

    /// Reads the poster.
    ///
    /// - Throws: ``ExpositionError`` when it is not a JSON object.
    mutating func poster(_ bytes: [UInt8], at path: String) throws(ExpositionError) -> Poster {
        let node = try DataFile.poster.parse(bytes, at: path)
        guard node.kind == .object else { throw ExpositionError(.wrongShape, "\(path):1:1: it must be an object") }
        var faults: [String] = []
        let poster = Poster(node, faults: &faults)
        for fault in faults { warn("\(path): \(fault), so it counts as missing") }
        return poster
    }

    /// Reads the exhibits.
    ///
    /// - Throws: ``ExpositionError`` when it is not a JSON array.
    mutating func exhibits(_ bytes: [UInt8], at path: String) throws(ExpositionError) -> [Exhibit] {
        let node = try DataFile.items.parse(bytes, at: path)
        guard node.kind == .array else { throw ExpositionError(.wrongShape, "\(path):1:1: it must be an array") }
        var exhibits: [Exhibit] = []
        for (index, element) in node.elements.enumerated() {
            do throws(ExhibitFault) {
                let exhibit = try Exhibit(element)
                // The greatest number there can be: the entry's own is not known before all are read.
                var json = JSONWriter()
                exhibit.write(number: .max, to: &json)
                let size = json.bytes.count
                guard size <= Self.maxEntryBytes else {
                    throw ExhibitFault(description: "it has \(size) bytes, at most \(Self.maxEntryBytes)")
                }
                exhibits.append(exhibit)
            } catch {
                skipped += 1
                warn("\(path): element \(index + 1) (\(Self.name(of: element))) is skipped: \(error)")
            }
        }
        return exhibits
    }

    /// Puts everything together, with the pictures that the poster and the exhibits name.
    ///
    /// - Parameters:
    ///   - poster: The poster.
    ///   - exhibits: The exhibits.
    ///   - picture: Finds a picture, `nil` when there is none of that name; `nil` itself when there are none at all.
    mutating func exposition(
        _ poster: Poster,
        exhibits: [Exhibit],
        picture: ((ImageName) throws(FileError) -> Drawing?)?
    ) -> Exposition {
        var pictures: [ImageName: Drawing] = [:]
        if let picture {
            for name in imageNames(exhibits) {
                pictures[name] = find(name, picture: picture)
            }
        }
        if untold > 0 { warnings.append("and \(untold) more like these") }
        return Exposition(
            poster: poster,
            catalogue: Catalogue(exhibits),
            pictures: pictures,
            skipped: skipped,
            warnings: warnings
        )
    }

    /// Adds a warning, unless there are very many already.
    mutating func warn(_ text: String) {
        guard warnings.count < Self.maxWarnings else {
            untold += 1
            return
        }
        warnings.append(text)
    }

    /// The name of the poster's picture and those of the exhibits' pictures, each once.
    private mutating func imageNames(_ exhibits: [Exhibit]) -> [ImageName] {
        var names = [ImageName.poster]
        var seen: Set = [ImageName.poster.description]
        for text in exhibits.compactMap(\.imageName) where seen.insert(text).inserted {
            do throws(ExpoError) {
                names.append(try ImageName(text))
            } catch {
                warn("no picture can be called \(Self.quoted(text)): \(error.message)")
            }
        }
        return names
    }

    private mutating func find(
        _ name: ImageName,
        picture: (ImageName) throws(FileError) -> Drawing?
    ) -> Drawing? {
        let quoted = Self.quoted(name.description)
        do throws(FileError) {
            let found = try picture(name)
            switch found {
            case nil: warn("there is no picture \(quoted)")
            case .tooLarge(let bytes): warn("the picture \(quoted) has \(bytes) bytes, which is too much to be sent")
            case .ready: break
            }
            return found
        } catch {
            warn("the picture \(quoted) cannot be used: \(error)")
            return nil
        }
    }

    private static func name(of element: JSONNode) -> String {
        (element["name"]?.string ?? element["name_en"]?.string).map(quoted) ?? "without a name"
    }

    /// A text of the data for one line of a log: not endless, and no control character as it is.
    private static func quoted(_ text: String) -> String {
        String(text.unicodeScalars.prefix(100)).debugDescription
    }
}
