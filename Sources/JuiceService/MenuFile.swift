import FoundationEssentials
import JuiceDomain
import Platform
import WireJSON

/// Reads a shop's own menu: the shape of `juice.menu`'s result, with `initial` for what a new store starts with.
enum MenuFile {
    /// The menu of a file, or the built-in one when none is named.
    ///
    /// - Throws: ``MenuFileError`` naming the file and what is wrong in it.
    static func menu(at path: String?) throws -> Menu {
        guard let path else { return try Menu.builtIn() }
        do {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: TypedPath.existing(path))))
            let text = bytes.span.extracting(ByteOrderMark.length(before: bytes)...)
            let root = try JSONReader(limits: JSONLimits(bytes: 1 << 20, members: 1_024)).read(text)
            return try Menu(fruits: list("fruits", in: root, as: fruit), juices: list("juices", in: root, as: juice))
        } catch {
            throw MenuFileError(description: "the menu \(path): \(error)")
        }
    }

    private static func list<Value>(
        _ name: String,
        in root: JSONNode,
        as read: (JSONNode) -> Value?
    ) throws(MenuFileError) -> [Value] {
        guard let array = root[name], array.kind == .array else {
            throw MenuFileError(description: "\"\(name)\" must be an array")
        }
        var values: [Value] = []
        for (index, element) in array.elements.enumerated() {
            guard let value = read(element) else {
                throw MenuFileError(description: "\(name)[\(index)] lacks a member or has one of a wrong type")
            }
            values.append(value)
        }
        return values
    }

    private static func fruit(_ node: JSONNode) -> Fruit? {
        guard let key = node["key"]?.string, let korean = node["name"]?["ko"]?.string,
            let english = node["name"]?["en"]?.string, let initial = (node["initial"]?.integer)
        else { return nil }
        return Fruit(
            key: key,
            korean: korean,
            english: english,
            emoji: node["emoji"]?.string ?? "",
            initialQuantity: initial
        )
    }

    private static func juice(_ node: JSONNode) -> Juice? {
        guard let key = node["key"]?.string, let tag = node["tag"]?.integer,
            let korean = node["name"]?["ko"]?.string, let english = node["name"]?["en"]?.string,
            let recipe = node["recipe"], recipe.kind == .array
        else { return nil }
        var lines: [Juice.Ingredient] = []
        for line in recipe.elements {
            guard let fruit = line["fruit"]?.string, let quantity = line["quantity"]?.integer else { return nil }
            lines.append(Juice.Ingredient(fruit: fruit, quantity: quantity))
        }
        return Juice(key: key, tag: tag, korean: korean, english: english, recipe: lines)
    }
}

/// Why a menu file cannot be used.
struct MenuFileError: Error, CustomStringConvertible {
    let description: String
}
