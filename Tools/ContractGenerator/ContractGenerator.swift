import Foundation

/// Makes everything that repeats the contract: documents, tables of pages, and Swift.
///
/// `scripts/generate` runs it in the root of the checkout. With `--check` it writes nothing, names the files that are not
/// as they would be made, and ends with exit code 1 when there are any.
@main
enum ContractGenerator {
    static func main() throws {
        let isCheck = CommandLine.arguments.contains("--check")
        let root = URL(filePath: FileManager.default.currentDirectoryPath)
        let contract: Contract
        do {
            contract = try Contract(readFrom: root.appending(path: "Protocols"))
        } catch let error as ContractError {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
        var isCurrent = true
        for (path, text) in try outputs(of: contract, in: root) {
            let file = root.appending(path: path)
            guard (try? String(contentsOf: file, encoding: .utf8)) != text else { continue }
            isCurrent = false
            if isCheck {
                print("\(path): not what scripts/generate makes of Protocols/contract and Protocols/schemas")
            } else {
                try text.write(to: file, atomically: true, encoding: .utf8)
                print("wrote \(path)")
            }
        }
        if isCheck, !isCurrent { exit(1) }
    }

    /// Every generated file with its text.
    private static func outputs(of contract: Contract, in root: URL) throws -> [(path: String, text: String)] {
        let version = contract.version
        var files: [(path: String, text: String)] = []
        for service in contract.services {
            let document = OpenRPCDocument(service: service, contract: contract, version: version)
            files.append(("Protocols/\(service.name).openrpc.json", document.value.text))
        }
        files.append(("Protocols/common-methods.json", OpenRPCDocument.common(contract).text))
        let asyncAPI = AsyncAPIDocument(contract: contract, version: version)
        files.append(("Protocols/events.asyncapi.yaml", asyncAPI.value.yaml))
        files.append(("Protocols/schemas/error.schema.json", ErrorSchema(contract: contract).value.text))
        let pages = contract.services.map { ("Protocols/\($0.name).md", Optional($0)) }
        for (path, service) in pages + [("Protocols/envelope.md", nil), ("Protocols/events.md", nil)] {
            let page = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            files.append((path, MarkdownTables(contract: contract).updated(page, of: service)))
        }
        let folder = "Sources/Messages/Contract"
        files.append(("\(folder)/Methods.swift", SwiftMethods(contract: contract).text))
        files.append(("Protocols/openapi.json", OpenAPIDocument(contract: contract).value.text))
        files.append(("Sources/WebGateway/API/Resource+Contract.swift", SwiftResources(contract: contract).text))
        files.append(("\(folder)/ErrorReason+Suite.swift", SwiftErrors(contract: contract).text))
        let families = contract.services.map { ($0.name, $0.methods) } + [("service", contract.standard)]
        for (name, methods) in families {
            guard let text = SwiftParams(contract: contract, methods: methods).text else { continue }
            files.append(("\(folder)/\(name.capitalizedFirst)Params.swift", text))
        }
        return files
    }
}
