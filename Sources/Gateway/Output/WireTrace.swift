internal import Messages
internal import Platform
internal import Terminal
internal import WorkerClient
internal import ZeroMQ
internal import ZeroMQPatterns

/// Messages on the wire as `--verbose` shows them: a line for each frame that is not empty, without secrets.
enum WireTrace {
    /// Frames that are longer are reported by their size.
    private static let maxShownBytes = 16_384

    static func lines(_ direction: MessageDirection, frames: [[UInt8]], palette: Palette) -> [String] {
        let heading =
            switch direction {
            case .sent(let endpoint): "→ \(endpoint)"
            case .received(let endpoint): "← \(endpoint)"
            }
        return ([heading.printable] + frames.filter { !$0.isEmpty }.map { "  " + text($0) }).map {
            palette.paint($0, .faint)
        }
    }

    private static func text(_ frame: [UInt8]) -> String {
        guard frame.count <= maxShownBytes, let text = String(validating: frame, as: UTF8.self) else {
            return "(\(frame.count.grouped) bytes)"
        }
        guard frame.first == UInt8(ascii: "{") else { return text.printable }
        switch WithheldSecrets.of(frame) {
        case (_, false): return text.printable
        case (let rest?, true): return String(decoding: rest, as: UTF8.self).printable + "  (without its secret)"
        case (nil, true): return "(\(frame.count.grouped) bytes)"
        }
    }
}

extension Session {
    /// Whether messages on the wire are shown where a command draws.
    var tracesOntoTerminal: Bool { settings.isVerbose && output.isNoteTerminal }

    /// Shows messages on the wire; `nil` where nobody wants to see them.
    var messageObserver: MessageObserver? {
        guard settings.isVerbose else { return nil }
        let output = output
        return { direction, message in
            let frames = (0..<message.count).map { message.frame($0) }
            output.note(WireTrace.lines(direction, frames: frames, palette: output.notePalette))
        }
    }
}
