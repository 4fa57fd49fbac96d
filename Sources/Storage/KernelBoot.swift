import Foundation

/// The life of the kernel that this process runs on.
enum KernelBoot {
    /// A name that it has from one start of the machine to the next; `nil` when it cannot be told.
    static func id() -> String? {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        guard let id = text?.split(whereSeparator: \.isWhitespace).first, id.utf8.count == 36 else { return nil }
        return String(id)
    }
}
