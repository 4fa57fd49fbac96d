internal import Glibc
internal import Messages
internal import Platform

/// A package with one service: the counter of `Examples`, under another name.
struct ServicePackage {
    let service: ServiceName
    let library: LibraryPlace

    /// The files by their paths in the package.
    var files: [(path: String, text: String)] {
        [
            ("Package.swift", library.named(in: text(PackageResources.Package_swift))),
            ("Service/\(typeName).swift", text(PackageResources.Counter_swift)),
            ("Tests/\(typeName)Tests.swift", text(PackageResources.CounterTests_swift)),
            ("README.md", text(PackageResources.README_md)),
        ]
    }

    /// What the names of its types begin with, such as `MyShop` for `my-shop`.
    private var typeName: String {
        service.rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private func text(_ template: [UInt8]) -> String {
        let module = service.program.replacing("-", with: "_")
        // In one pass: a name may have the word in it that is replaced.
        return String(decoding: template, as: UTF8.self).replacing(#/counter_service|Counter|counter/#) { match in
            switch match.output {
            case "counter_service": module
            case "Counter": typeName
            default: service.rawValue
            }
        }
    }
}

/// Where a package finds the library.
enum LibraryPlace {
    /// A directory, from the root.
    case directory(String)
    /// A repository, and the version from which on.
    case repository(String, version: String)

    /// Reads what was typed.
    ///
    /// - Parameter text: `nil` for the checkout that this program was built in.
    /// - Throws: ``UsageError`` when it is neither a URL nor a directory with the package, or is nowhere.
    init(_ text: String?) throws(UsageError) {
        if let text, text.contains("://") || text.hasPrefix("git@") {
            self = .repository(text, version: ServiceIdentity.suiteVersion)
            return
        }
        guard let directory = text ?? Self.checkout else {
            throw UsageError("name the package of Jangteo with --package: its directory, or a URL")
        }
        guard let path = Locations.absolute(directory), Self.isLibrary(path) else {
            throw UsageError("\(directory.printable) is not the package of Jangteo: it has no Sources/DurableWorker")
        }
        self = .directory(path)
    }

    /// The manifest of the template, with this place in it.
    func named(in manifest: String) -> String {
        let nearby = #"name: "jangteo", path: "../..""#
        switch self {
        case .directory(let path):
            return manifest.replacing(nearby, with: #"name: "jangteo", path: \#(Self.literal(path))"#)
        case .repository(let url, let version):
            // SwiftPM calls a package by the last part of its URL.
            let last = url.split { "/:".contains($0) }.last ?? "jangteo"
            let identity = last.hasSuffix(".git") ? last.dropLast(4) : last
            return manifest.replacing(nearby, with: #"url: \#(Self.literal(url)), from: "\#(version)""#)
                .replacing(#"package: "jangteo""#, with: "package: \(Self.literal(String(identity)))")
        }
    }

    private static func literal(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
    }

    /// The checkout that this program stands in; `nil` for one that was installed.
    private static var checkout: String? {
        guard let program = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(program) }
        var directory = String(cString: program)
        while directory != "/" {
            directory = SecureDirectory.parent(of: directory)
            if isLibrary(directory) { return directory }
        }
        return nil
    }

    private static func isLibrary(_ directory: String) -> Bool {
        access("\(directory)/Sources/DurableWorker", F_OK) == 0 && access("\(directory)/Package.swift", F_OK) == 0
    }
}
