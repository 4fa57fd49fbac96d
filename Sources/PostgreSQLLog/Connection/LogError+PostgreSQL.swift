internal import CPostgreSQL
internal import ReplicatedLog

extension LogError {
    /// Why a statement was refused.
    init(_ failure: StatementFailure) {
        guard let state = failure.state else {
            self.init(.unreachable, "The connection to the database ended: \(Self.line(failure.message))")
            return
        }
        let advice =
            failure.isOfAnotherSession
            ? ": is there a pool or proxy in between that shares its sessions or changes them?" : ""
        self.init(
            Self.code(of: state) ?? .failing,
            "The database says: \(failure.message) (SQLSTATE \(state))\(advice)"
        )
    }

    /// Why a connection was not made.
    ///
    /// - Parameters:
    ///   - message: libpq's, in its verbose form, in which a server's refusal has its SQLSTATE.
    ///   - stage: How far it had come.
    ///   - hasBegunTLS: Whether the server has agreed to TLS.
    ///   - needsPassword: Whether the server wanted a password and there was none.
    init(
        connecting message: String,
        at stage: ConnStatusType,
        hasBegunTLS: Bool,
        needsPassword: Bool
    ) {
        let line = Self.line(message)
        if let (state, text) = Self.refusal(in: line) {
            self.init(Self.code(of: state) ?? .denied, "The database says: \(text) (SQLSTATE \(state))")
            return
        }
        let code: Code =
            switch stage {
            case _ where needsPassword: .denied
            case _ where hasBegunTLS && line.contains("SSL error"): .untrusted
            // Who ends the connection before TLS has begun has said nothing of it: a proxy without a server behind it.
            case CONNECTION_SSL_STARTUP where !hasBegunTLS && Self.isClosing(line): .unreachable
            case CONNECTION_SSL_STARTUP: .untrusted
            case CONNECTION_GSS_STARTUP: .denied
            case CONNECTION_CHECK_WRITABLE, CONNECTION_CHECK_TARGET, CONNECTION_CHECK_STANDBY: .readOnly
            default: .unreachable
            }
        self.init(code, line)
    }

    /// libpq has no code for it either; its texts are English, because nobody here calls setlocale(3).
    private static func isClosing(_ line: String) -> Bool {
        line.contains("server closed the connection") || line.contains("could not receive data from server")
    }

    /// What a caller can act on, by the classes of the manual's appendix A; `nil` for those that say nothing.
    private static func code(of state: String) -> Code? {
        switch state {
        case "25006": .readOnly
        case "53100": .full
        case "53200", "53300", "53400": .overloaded
        // Cancelled by a time limit or a person, a lock that was not to be had.
        case "57014", "55P03", "40001", "40P01": .timedOut
        case "57P01", "57P02", "57P03", "26000", "42P05": .unreachable
        // The schema or a table or column of it is not there.
        case "3F000", "42P01", "42703": .missingSchema
        // The database, the role.
        case "3D000", "42501": .denied
        case "0A000", "42601", "42883": .unsupported
        // A number or a time in the tables that nobody has written.
        case "XX001", "XX002", "22003", "22008": .damaged
        case "58030", "XX000": .failing
        default:
            switch state.prefix(2) {
            case "08": .unreachable
            case "28": .denied
            case "53": .overloaded
            default: nil
            }
        }
    }

    /// The SQLSTATE and the text in `…FATAL:  28P01: password authentication failed…`, whatever the language.
    private static func refusal(in line: String) -> (state: String, text: String)? {
        for range in line.ranges(of: ":  ") {
            let rest = line[range.upperBound...]
            let state = rest.prefix(5)
            guard state.utf8.count == 5, state.utf8.allSatisfy(isStateCharacter), rest.dropFirst(5).hasPrefix(": ")
            else {
                continue
            }
            return (String(state), String(rest.dropFirst(7)))
        }
        return nil
    }

    private static func isStateCharacter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    /// The first line of a message: those that follow say where in the server's source it was made, or repeat advice.
    private static func line(_ message: String) -> String {
        String(message.split(whereSeparator: \.isNewline).first ?? "no reason given")
    }
}
