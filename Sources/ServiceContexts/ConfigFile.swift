internal import Glibc
package import Platform

/// Small files of the user's own: read when nobody else can have written them, and written whole or not at all.
package enum ConfigFile {
    /// Larger files are none of ours.
    private static let maxBytes = 65_536

    /// Reads a file; `nil` when there is none.
    ///
    /// - Throws: ``UsageError`` when it cannot be read, or others can change it.
    package static func read(_ path: String) throws(UsageError) -> [UInt8]? {
        // It names who is talked to: anyone who can change it could put themselves in between.
        do throws(FileSystemError) {
            return try TrustedFile.read(path, atMost: maxBytes)
        } catch {
            throw UsageError(error.sentence.printable)
        }
    }

    /// Writes a file, durably; directories that are missing are made for the user alone.
    ///
    /// - Parameter isReplacing: Whether one that is there may be replaced.
    /// - Throws: ``UsageError``; the old file is still there then, unless only its directory could not be synced.
    package static func write(_ bytes: [UInt8], to path: String, isReplacing: Bool) throws(UsageError) {
        try makeDirectory(of: path)
        do throws(FileSystemError) {
            try DurableFile.write(bytes, to: path, isReplacing: isReplacing)
        } catch {
            throw UsageError(error.sentence.printable)
        }
    }

    /// Makes the directories above a file, those that are missing, for the user alone.
    package static func makeDirectory(of path: String) throws(UsageError) {
        do throws(FileSystemError) {
            try SecureDirectory.make(SecureDirectory.parent(of: path))
        } catch {
            throw UsageError(error.sentence.printable)
        }
    }

    /// The error of a call of the system that has just failed.
    package static func failure(doing action: Sentence) -> UsageError {
        UsageError(action.printable.followed(by: SystemError.text(errno)))
    }
}
