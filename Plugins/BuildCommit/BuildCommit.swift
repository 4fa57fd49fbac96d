import Foundation
import PackagePlugin

/// Writes the commit that is built into a source file, whenever it is another one than before.
@main struct BuildCommit: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let directory = context.pluginWorkDirectoryURL.appending(path: "commit")
        let script = """
            cd "$1" && commit=$(git describe --always --dirty --exclude='*' --abbrev=12 2>/dev/null) || commit=unknown
            text="enum BuildCommit { static let text = \\"$commit\\" }"
            mkdir -p "$2" && [ "$(cat "$2/BuildCommit.swift" 2>/dev/null)" = "$text" ] \
                || printf '%s\\n' "$text" > "$2/BuildCommit.swift"
            """
        return [
            .prebuildCommand(
                displayName: "Noting the commit",
                executable: URL(filePath: "/bin/sh"),
                arguments: ["-c", script, "sh", context.package.directoryURL.path(), directory.path()],
                outputFilesDirectory: directory
            )
        ]
    }
}
