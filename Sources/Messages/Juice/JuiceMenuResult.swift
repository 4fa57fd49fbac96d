public import WireJSON

/// The result of `juice.menu`.
public struct JuiceMenuResult: Sendable, Hashable, JSONWritable {
    /// One juice.
    public struct Juice: Sendable, Hashable, JSONWritable {
        /// Its name on the wire.
        public var key: String
        /// Its number on the menu.
        public var tag: Int
        /// Its name for people.
        public var name: BilingualName
        /// What one glass takes.
        public var recipe: [FruitQuantity]
        /// How many glasses the present stock allows.
        public var makeable: Int

        /// Creates a juice.
        public init(key: String, tag: Int, name: BilingualName, recipe: [FruitQuantity], makeable: Int) {
            self.key = key
            self.tag = tag
            self.name = name
            self.recipe = recipe
            self.makeable = makeable
        }

        init?(_ node: JSONNode) {
            guard let key = node["key"]?.string, let tag = node["tag"]?.integer,
                let name = node["name"].flatMap({ BilingualName($0) }), let makeable = node["makeable"]?.integer,
                let recipe = node["recipe"]
            else { return nil }
            self.init(
                key: key,
                tag: tag,
                name: name,
                recipe: recipe.elements.compactMap { FruitQuantity($0) },
                makeable: makeable
            )
        }

        /// Writes the juice.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("key", key)
            writer.member("tag", tag)
            writer.member("name", name)
            writer.member("recipe", recipe)
            writer.member("makeable", makeable)
            writer.endObject()
        }
    }

    /// One fruit.
    public struct Fruit: Sendable, Hashable, JSONWritable {
        /// Its name on the wire.
        public var key: String
        /// Its name for people.
        public var name: BilingualName
        /// A picture character; may be empty.
        public var emoji: String

        /// Creates a fruit.
        public init(key: String, name: BilingualName, emoji: String) {
            self.key = key
            self.name = name
            self.emoji = emoji
        }

        init?(_ node: JSONNode) {
            guard let key = node["key"]?.string, let name = node["name"].flatMap({ BilingualName($0) }) else {
                return nil
            }
            self.init(key: key, name: name, emoji: node["emoji"]?.string ?? "")
        }

        /// Writes the fruit.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("key", key)
            writer.member("name", name)
            writer.member("emoji", emoji)
            writer.endObject()
        }
    }

    /// The juices, in the order of the menu.
    public var juices: [Juice]
    /// The fruits, in the order of the stock.
    public var fruits: [Fruit]

    /// Creates a menu.
    public init(juices: [Juice], fruits: [Fruit]) {
        self.juices = juices
        self.fruits = fruits
    }

    /// Reads a menu; `nil` when it is none.
    public init?(_ node: JSONNode) {
        guard let juices = node["juices"], let fruits = node["fruits"] else { return nil }
        self.init(
            juices: juices.elements.compactMap { Juice($0) },
            fruits: fruits.elements.compactMap { Fruit($0) }
        )
    }

    /// Writes the menu.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("juices", juices)
        writer.member("fruits", fruits)
        writer.endObject()
    }
}
