import Foundation
import PackagePlugin

/// Writes the texts below a target's `Resources` into a source file: `PackageResources.site_css` is the bytes of `site.css`.
///
/// SwiftPM's own `embedInCode` writes each byte as a number, and the compiler takes a minute for the numbers of half a megabyte.
@main struct EmbedResources: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let resources = target.directoryURL.appending(path: "Resources")
        // Links are read where they lead, so that a change there is one.
        let files = try FileManager.default.subpathsOfDirectory(atPath: resources.path(percentEncoded: false)).sorted()
            .map { resources.appending(path: $0) }
            .filter { try $0.resolvingSymlinksInPath().resourceValues(forKeys: [.isDirectoryKey]).isDirectory == false }
        let source = context.pluginWorkDirectoryURL.appending(path: "PackageResources.swift")
        // The last line end belongs to the quotes, whether or not the text ends with one of its own.
        let script = ######"""
            output=$1 && shift
            {
                echo 'struct PackageResources {'
                for file in "$@"; do
                    printf 'static let %s: [UInt8] = Array(#####"""\n' "$(basename "$file" | tr '.-' '__')"
                    cat "$file"
                    printf '\n"""#####.utf8)\n'
                done
                echo '}'
            } >"$output"
            """######
        return [
            .buildCommand(
                displayName: "Embedding the resources of \(target.name)",
                executable: URL(filePath: "/bin/sh"),
                arguments: ["-euc", script, "sh"] + ([source] + files).map { $0.path(percentEncoded: false) },
                inputFiles: files.map { $0.resolvingSymlinksInPath() },
                outputFiles: [source]
            )
        ]
    }
}
