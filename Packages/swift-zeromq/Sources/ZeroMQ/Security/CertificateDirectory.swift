internal import CZMQ

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A directory of public certificates: the file `alice.key` is the certificate of `alice`.
public enum CertificateDirectory {
    /// One file of a directory.
    public struct Entry: Sendable {
        /// Whose certificate it is: the file's name without its ending.
        public let name: String
        /// Where it is.
        public let path: String
        /// What it holds, or what is wrong with it.
        public let certificate: Result<CurveCertificate, ZMQError>

        /// Makes an entry from what a file has.
        public init(name: String, path: String, certificate: Result<CurveCertificate, ZMQError>) {
            self.name = name
            self.path = path
            self.certificate = certificate
        }
    }

    /// The ending of the files that count.
    public static var suffix: String { ".key" }
    /// The longest name, in bytes: it has to fit everywhere that names appear.
    private static var maxNameLength: Int { 64 }

    /// Whether a text can name someone: 1…64 of the letters a–z and A–Z, digits, and `-`, `_`, `.`, `@`; not first a dot.
    public static func isName(_ text: String) -> Bool {
        func isAllowed(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "@"): true
            default: false
            }
        }
        return (1...maxNameLength).contains(text.utf8.count) && text.utf8.allSatisfy(isAllowed)
            && text.utf8.first != UInt8(ascii: ".")
    }

    /// Reads all certificates of a directory, in the order of their names; other files are passed over.
    ///
    /// - Parameter directory: It belongs to the user or to root, and nobody else can change it.
    /// - Throws: ``ZMQError`` with `keyFile` when the directory cannot be used; what is wrong with a file is in its entry.
    public static func entries(of directory: String) throws(ZMQError) -> [Entry] {
        try check(directory)
        var entries: [Entry] = []
        for file in try names(in: directory).sorted() where file.hasSuffix(suffix) {
            let name = String(file.dropLast(suffix.count))
            let path = "\(directory)/\(file)"
            guard isName(name) else {
                // A hidden file is no mistake: an editor may be writing one.
                guard !file.hasPrefix(".") else { continue }
                let error = ZMQError(.keyFile, "\(path): names have 1 to 64 letters, digits, and - _ . @")
                entries.append(Entry(name: name, path: path, certificate: .failure(error)))
                continue
            }
            let certificate = Result { () throws(ZMQError) in try CurveCertificate(readingFrom: path) }
            entries.append(Entry(name: name, path: path, certificate: certificate))
        }
        return entries
    }

    private static func check(_ directory: String) throws(ZMQError) {
        guard !directory.utf8.contains(0) else { throw ZMQError(.keyFile, "a path contains a NUL") }
        var status = stat()
        guard unsafe stat(directory, &status) == 0 else {
            throw KeyFile.failure("cannot look at", path: directory, errno: errno)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw ZMQError(.keyFile, "\(directory) is no directory") }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw ZMQError(.keyFile, "\(directory) belongs to user \(status.st_uid), not to \(geteuid())")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw ZMQError(.keyFile, "\(directory) can be changed by others; close it with: chmod go-w \(directory)")
        }
    }

    private static func names(in directory: String) throws(ZMQError) -> [String] {
        guard let stream = unsafe opendir(directory) else {
            throw KeyFile.failure("cannot open", path: directory, errno: errno)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            // The end of a directory and a failure look alike but for errno.
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                guard errno == 0 else { throw KeyFile.failure("cannot read", path: directory, errno: errno) }
                return names
            }
            unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { name in
                    unsafe names.append(String(cString: name))
                }
            }
        }
    }
}
