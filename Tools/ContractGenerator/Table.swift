import Foundation
import WireJSON

/// A JSON object of the contract whose members are asked for by name, with errors that say where one is missing.
struct Table {
    let place: String
    let value: JSONValue

    /// Reads a file.
    ///
    /// - Throws: ``ContractError`` when the file is not JSON; the error of reading it.
    init(readFrom file: URL) throws {
        place = file.lastPathComponent
        do {
            let reader = JSONReader(limits: JSONLimits(bytes: 1 << 20))
            value = JSONValue(try reader.read(Array(try Data(contentsOf: file))))
        } catch let error as JSONError {
            throw ContractError(place, "\(error)")
        }
    }

    private init(_ value: JSONValue, at place: String) {
        self.value = value
        self.place = place
    }

    /// The objects of a member that is an array.
    func rows(_ name: String) -> [Table] {
        (value[name]?.elements ?? []).enumerated().map { Table($1, at: "\(place), \(name)[\($0)]") }
    }

    func text(_ name: String) throws -> String {
        guard let text = value[name]?.string else { throw ContractError(place, "\(name) must be a string") }
        return text
    }

    func text(_ name: String, oneOf allowed: [String]) throws -> String {
        let text = try text(name)
        guard allowed.contains(text) else {
            throw ContractError(place, "\(name) must be one of \(allowed.joined(separator: ", "))")
        }
        return text
    }

    func integer(_ name: String) throws -> Int {
        guard let integer = value[name]?.integer else { throw ContractError(place, "\(name) must be an integer") }
        return integer
    }

    func flag(_ name: String) -> Bool {
        value[name] == .boolean(true)
    }

    func texts(_ name: String) -> [String] {
        (value[name]?.elements ?? []).compactMap(\.string)
    }
}
