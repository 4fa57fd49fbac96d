internal import Glibc

/// The arguments and the environment as the system has them, before anything reads bytes as text.
enum RawArguments {
    /// Whether all arguments, and all variables of the suite, are UTF-8.
    static var areText: Bool {
        areText(CommandLine.unsafeArgv) { _ in true } && areText(environ) { $0.starts(with: suite) }
    }

    private static let suite = Array("JANGTEO_".utf8)

    /// - Parameter concerns: Whether a text with these bytes counts.
    private static func areText(
        _ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
        concerns: ([UInt8]) -> Bool
    ) -> Bool {
        guard var place = list else { return true }
        while let text = place.pointee {
            if concerns(Array(UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:)))),
                String(validatingCString: text) == nil
            {
                return false
            }
            place += 1
        }
        return true
    }
}
