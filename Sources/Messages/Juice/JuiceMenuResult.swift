/// The result of `juice.menu`.
package struct JuiceMenuResult: SuiteMessage {
    /// One juice.
    package struct Juice: SuiteMessage {
        package var key = ""
        package var tag = 0
        /// Its name for people.
        package var name = BilingualName()
        package var recipe: [FruitQuantity] = []
        package var makeable = 0

        package init() {}

        package mutating func members(_ members: inout Members) {
            members("key", &key, .text(bytes: 1...32), "The key of a juice.")
            members("tag", &tag, .id, "The number on the menu.")
            members("name", &name, .message, "Its name.")
            members("recipe", &recipe, .list(of: .message), "For one juice.")
            members("makeable", &makeable, .level, "How many could be ordered now, of this juice alone.")
        }
    }

    /// One fruit.
    package struct Fruit: SuiteMessage {
        package var key = ""
        /// Its name for people.
        package var name = BilingualName()
        package var emoji = ""

        package init() {}
        package init(key: String, name: BilingualName, emoji: String) {
            (self.key, self.name, self.emoji) = (key, name, emoji)
        }

        package mutating func members(_ members: inout Members) {
            members("key", &key, .text(bytes: 1...32), "The key of a fruit.")
            members("name", &name, .message, "Its name.")
            members("emoji", &emoji, .text(bytes: 0...256), "One picture character; may be empty.")
        }
    }

    package var juices: [Juice] = []
    package var fruits: [Fruit] = []

    package init() {}
    package init(juices: [Juice], fruits: [Fruit]) { (self.juices, self.fruits) = (juices, fruits) }

    package mutating func members(_ members: inout Members) {
        members("juices", &juices, .list(of: .message), "In the order of the menu.")
        members("fruits", &fruits, .list(of: .message), "In the order of the stock.")
    }
}

/// A name in Korean and English.
package struct BilingualName: SuiteMessage {
    package var korean = ""
    package var english = ""

    package init() {}
    package init(korean: String, english: String) { (self.korean, self.english) = (korean, english) }

    package mutating func members(_ members: inout Members) {
        members("ko", &korean, .text(), "Korean.")
        members("en", &english, .text(), "English.")
    }
}
