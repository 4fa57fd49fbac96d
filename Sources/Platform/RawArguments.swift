internal import Glibc

/// The arguments and the environment as the system has them, before anything reads bytes as text.
///
/// `CommandLine.arguments` and Foundation's environment put U+FFFD where bytes are not UTF-8, and say nothing.
package enum RawArguments {
    private static let suite = Array("JANGTEO_".utf8)

    /// Whether all arguments, and all variables of the suite, are UTF-8.
    package static var areText: Bool {
        let arguments = unsafe texts(CommandLine.unsafeArgv)
        let variables = unsafe texts(environ).filter { $0.starts(with: suite) }
        return (arguments + variables).allSatisfy { String(validating: $0, as: UTF8.self) != nil }
    }

    private static func texts(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [[UInt8]] {
        guard var place = unsafe list else { return [] }
        var texts: [[UInt8]] = []
        while let text = unsafe place.pointee {
            unsafe texts.append(UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:)))
            unsafe place += 1
        }
        return texts
    }
}
