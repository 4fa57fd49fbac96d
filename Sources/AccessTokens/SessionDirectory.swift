internal import Glibc
package import Platform

/// The sessions of browsers, and the links that begin them: a small file for each, named by the SHA-256 of its secret.
///
/// The right to write here is the right to begin a session. That a link is good once, and that a log-out counts, is the removal of one name:
/// of all that try, one succeeds, a full disk does not matter, and every web-gateway of the directory knows.
package struct SessionDirectory: Sendable {
    /// How long a session lasts.
    package static let sessionTime = 12 * 3_600_000
    /// How long a link is good.
    package static let linkTime = 10 * 60_000
    /// The most of both together.
    package static let maxCount = 10_000
    private static let maxBytes = 512

    /// Where they are.
    package let path: String
    private let boot: String?

    /// - Parameter runDirectory: That of the services' sockets. It is made when the first session is.
    package init(in runDirectory: String) {
        path = "\(runDirectory)/web"
        boot = SystemClock.bootID()
    }

    private var now: BootMoment { BootMoment(boot: boot, milliseconds: SystemClock.uptime) }

    private func end(after milliseconds: Int) -> BootMoment {
        BootMoment(boot: boot, milliseconds: SystemClock.uptime + milliseconds)
    }

    // MARK: Beginning

    /// Makes a link that begins a session with all rights.
    ///
    /// - Returns: Its code.
    /// - Throws: ``SessionError`` when there are too many, or it cannot be kept.
    package func makeLink() throws(SessionError) -> AccessToken {
        try keep(SessionRecord(ofOperatorUntil: end(after: Self.linkTime)), purpose: .link)
    }

    /// Begins a session of a token's holder.
    ///
    /// - Returns: What the browser is known by.
    /// - Throws: As ``makeLink()``.
    package func begin(with token: TokenRecord) throws(SessionError) -> AccessToken {
        try keep(SessionRecord(of: token, until: end(after: Self.sessionTime)), purpose: .session)
    }

    /// Begins a session with a link, which is good for nothing from then on.
    ///
    /// - Returns: What the browser is known by; `nil` when the link was used, or is too old, or none of ours.
    /// - Throws: As ``makeLink()``; the link is used all the same.
    package func begin(withLink code: String) throws(SessionError) -> AccessToken? {
        guard let link = AccessToken(code, for: .link), record(of: link) != nil else { return nil }
        // Of those that have read it at the same time, one removes it.
        guard unlink(file(of: link)) == 0 else { return nil }
        return try keep(SessionRecord(ofOperatorUntil: end(after: Self.sessionTime)), purpose: .session)
    }

    private func keep(_ record: SessionRecord, purpose: AccessToken.Purpose) throws(SessionError) -> AccessToken {
        let secret = AccessToken.make(purpose)
        do throws(FileSystemError) {
            try SecureDirectory.make(SecureDirectory.parent(of: path), called: "run directory", isDurable: false)
            _ = try SecureDirectory(creating: path, called: "directory of sessions", isDurable: false)
            if try hasRoom() {
                try DurableFile.create(file(of: secret), bytes: record.bytes)
                return secret
            }
        } catch {
            throw .files(error)
        }
        throw .tooMany(Self.maxCount)
    }

    // MARK: Looking up

    /// A session, by the text that a browser sends; `nil` when it has ended, or there never was one.
    package func session(_ text: String) -> OpenSession? {
        guard let secret = AccessToken(text, for: .session), let record = record(of: secret) else { return nil }
        return OpenSession(id: secret.hash, record: record)
    }

    /// Whether a session goes on.
    package func isOpen(_ session: OpenSession) -> Bool {
        !session.record.isOver(at: now) && access("\(path)/\(session.id)", F_OK) == 0
    }

    package func end(_ session: OpenSession) { unlink("\(path)/\(session.id)") }

    private func file(of secret: AccessToken) -> String { "\(path)/\(secret.hash)" }

    /// What is kept under a secret, unless it is over.
    private func record(of secret: AccessToken) -> SessionRecord? {
        // Where others can write, a name says nothing about who wrote the file.
        guard (try? SecureDirectory(existing: path)) != nil else { return nil }
        guard let record = read(file(of: secret)), !record.isOver(at: now) else { return nil }
        return record
    }

    private func read(_ file: String) -> SessionRecord? {
        (try? TrustedFile.read(file, atMost: Self.maxBytes)).flatMap(\.self).flatMap { SessionRecord($0) }
    }

    // MARK: Room

    /// Whether there is room for one more, without what is over.
    private func hasRoom() throws(FileSystemError) -> Bool {
        let names = try names()
        guard names.count >= Self.maxCount / 2 else { return true }
        var count = names.count
        // What cannot be read may be being written.
        for file in names.map({ "\(path)/\($0)" }) where read(file)?.isOver(at: now) == true && unlink(file) == 0 {
            count -= 1
        }
        return count < Self.maxCount
    }

    private func names() throws(FileSystemError) -> [String] {
        guard let directory = opendir(path) else { throw FileSystemError(number: errno, doing: "cannot read \(path)") }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if TokenRecord.isHash(name) { names.append(name) }
        }
        return names
    }
}

/// A session that went on when it was looked up.
package struct OpenSession: Sendable, Hashable {
    /// The SHA-256 of its secret.
    let id: String
    /// What is kept of it.
    package let record: SessionRecord
}

/// Why a session cannot be begun, in words for the user who runs the services.
package enum SessionError: Error, Sendable, Hashable {
    /// There are as many as there may be.
    case tooMany(Int)
    /// It cannot be kept.
    case files(FileSystemError)

    /// What is wrong.
    package var sentence: Sentence {
        switch self {
        case .tooMany(let count): "there are \(count) sessions, and may be no more"
        case .files(let error): error.sentence
        }
    }

    package var message: String { "\(sentence)" }
}
