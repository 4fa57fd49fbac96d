internal import Glibc
internal import Messages
internal import PictureFiles
internal import Platform
internal import Terminal

/// The files whose pictures are to be sent, read and looked at as far as that is possible here.
///
/// What is in them is the market's to judge.
struct PictureUpload: Sendable {
    static let counts = 1...5
    /// The largest picture that the market takes, in bytes.
    static let maxBytes = 307_200
    /// What is read of a file: the film behind a motion photo is not sent, and has some megabytes.
    private static let maxFileBytes = 64 << 20

    struct Fault: Sendable, Hashable {
        enum Reason: Sendable, Hashable {
            /// None were named, or too many.
            case count
            /// It cannot be read; the C error number.
            case unreadable(Int32)
            /// It has more than ``PictureUpload/maxBytes`` bytes.
            case tooLarge
        }

        /// The file's place among those named, from 0, and its path; `nil` where no file is at fault.
        let file: File?
        let reason: Reason

        struct File: Sendable, Hashable {
            let place: Int
            let path: String
        }
    }

    /// The pictures, in the order in which their files were named.
    private(set) var attachments: [Attachment] = []
    /// Everything that is wrong; nothing can be sent unless this is empty.
    private(set) var faults: [Fault] = []

    var bytes: Int { attachments.reduce(0) { $0 + $1.bytes.count } }

    /// - Parameter counts: How many there may be.
    init(_ paths: [String], counts: ClosedRange<Int> = Self.counts) {
        if !counts.contains(paths.count) { faults.append(Fault(file: nil, reason: .count)) }
        for (place, path) in paths.enumerated() {
            do throws(ReadError) {
                attachments.append(Attachment(bytes: try Self.read(path), path: Self.absolute(path)))
            } catch {
                faults.append(Fault(file: Fault.File(place: place, path: path), reason: error.reason))
            }
        }
    }

    private struct ReadError: Error {
        let reason: Fault.Reason
    }

    private static func read(_ path: String) throws(ReadError) -> [UInt8] {
        let file = open(TypedPath.existing(path), O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { throw ReadError(reason: .unreadable(errno)) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count == 0 { break }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw ReadError(reason: .unreadable(errno)) }
            bytes += buffer[..<count]
            // A device may never end.
            guard bytes.count <= maxFileBytes else { throw ReadError(reason: .tooLarge) }
        }
        let picture = JPEGFile.still(of: bytes)
        guard picture.count <= maxBytes else { throw ReadError(reason: .tooLarge) }
        return picture
    }

    /// The path from the root, so that it means the same wherever it is read again.
    private static func absolute(_ path: String) -> String? {
        guard let resolved = realpath(TypedPath.existing(path), nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

extension PictureUpload.Fault {
    /// The same as the market would say it.
    var violation: Violation {
        let path = file.map { ["images", "\($0.place)"] } ?? ["images"]
        switch reason {
        case .count:
            let counts = PictureUpload.counts
            let detail = "\(counts.lowerBound) to \(counts.upperBound) images are required"
            return Violation(path: path, reason: .range, detail: detail)
        case .unreadable(let code):
            return Violation(
                path: path,
                reason: .required,
                detail: "the file cannot be read: \(SystemError.text(code))"
            )
        case .tooLarge:
            let detail = "an image must have at most \(PictureUpload.maxBytes) bytes"
            return Violation(path: path, reason: .range, detail: detail)
        }
    }
}

/// How far an upload has come, as one line on a terminal.
struct UploadProgress: Sendable {
    private static let width = 20

    let pictures: Int
    let bytes: Int

    /// The line some time after the sending began.
    ///
    /// A request is one message, so how much of it has arrived cannot be seen: a block moves until the answer comes.
    ///
    /// - Parameters:
    ///   - tick: How often the line was drawn before.
    ///   - columns: How wide the terminal is.
    func line(tick: Int, _ texts: Texts, columns: Int) -> String {
        let place = tick % (2 * Self.width)
        let start = place < Self.width ? place : 2 * Self.width - 1 - place
        let bar = (0..<Self.width).map { abs($0 - start) <= 1 ? "█" : "░" }.joined()
        return DisplayWidth.truncate(
            "\(bar) \(texts("uploading", pictures: pictures, bytes: bytes.grouped))",
            to: columns - 1
        )
    }
}
