package import WireJSON

/// The result of `juice.menu`.
package struct JuiceMenuResult: Sendable, Hashable, JSONWritable {
    /// One juice.
    package struct Juice: Sendable, Hashable, JSONWritable {
        /// Its name on the wire.
        package var key: String
        /// Its number on the menu.
        package var tag: Int
        /// Its name for people.
        package var name: BilingualName
        /// What one glass takes.
        package var recipe: [FruitQuantity]
        /// How many glasses the present stock allows.
        package var makeable: Int

        package init(key: String, tag: Int, name: BilingualName, recipe: [FruitQuantity], makeable: Int) {
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

        package func write(to writer: inout JSONWriter) {
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
    package struct Fruit: Sendable, Hashable, JSONWritable {
        /// Its name on the wire.
        package var key: String
        /// Its name for people.
        package var name: BilingualName
        /// A picture character; may be empty.
        package var emoji: String

        package init(key: String, name: BilingualName, emoji: String) {
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

        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("key", key)
            writer.member("name", name)
            writer.member("emoji", emoji)
            writer.endObject()
        }
    }

    /// The juices, in the order of the menu.
    package var juices: [Juice]
    /// The fruits, in the order of the stock.
    package var fruits: [Fruit]

    package init(juices: [Juice], fruits: [Fruit]) {
        self.juices = juices
        self.fruits = fruits
    }

    /// Reads a menu; `nil` when it is none.
    package init?(_ node: JSONNode) {
        guard let juices = node["juices"], let fruits = node["fruits"] else { return nil }
        self.init(
            juices: juices.elements.compactMap { Juice($0) },
            fruits: fruits.elements.compactMap { Fruit($0) }
        )
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("juices", juices)
        writer.member("fruits", fruits)
        writer.endObject()
    }
}

/// A name in Korean and English.
package struct BilingualName: Sendable, Hashable, JSONWritable {
    /// The Korean name.
    package var korean: String
    /// The English name.
    package var english: String

    package init(korean: String, english: String) {
        self.korean = korean
        self.english = english
    }

    /// Reads a name; `nil` when a language is missing.
    package init?(_ node: JSONNode) {
        guard let korean = node["ko"]?.string, let english = node["en"]?.string else { return nil }
        self.init(korean: korean, english: english)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("ko", korean)
        writer.member("en", english)
        writer.endObject()
    }
}
