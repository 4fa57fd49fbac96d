import Messages
import Testing

@testable import Gateway
@testable import Terminal

@Suite struct MenuSearchTests {
    private let search = MenuSearch(TestMenu.menu)

    @Test(arguments: [
        ("strawberry-banana", "strawberry-banana"),
        ("1", "strawberry-banana"),
        ("딸바", "strawberry-banana"),
        ("딸바쥬스", "strawberry-banana"),
        ("딸바 쥬스", "strawberry-banana"),
        (" 딸바  주스 ", "strawberry-banana"),
        ("strawberry-banana juice", "strawberry-banana"),
        ("Strawberry Banana", "strawberry-banana"),
        ("망키", "mango-kiwi"),
        ("7", "mango"),
        ("망고", "mango"),
        ("MANGO", "mango"),
        ("mango juice", "mango"),
        ("mango-kiwi", "mango-kiwi"),
        ("\u{1106}\u{1161}\u{11BC}\u{1100}\u{1169}", "mango"),  // 망고 in conjoining jamo, as some systems type it
    ])
    func `a juice is found by every name people have for it`(typed: String, key: String) {
        #expect(search.juice(typed) == key)
    }

    @Test(arguments: ["수박", "8", "0", "-1", "", "쥬스", "juice", "mang", "mango kiwi banana"])
    func `what is on no menu goes to the service as it is`(typed: String) {
        #expect(search.juice(typed) == typed)
    }

    @Test(arguments: [
        ("mango", "mango"), ("Mango", "mango"), ("망고", "mango"), ("🥭", "mango"), ("딸 기", "strawberry"),
        ("수박", "수박"), ("", ""), ("망고 쥬스", "망고 쥬스"),
    ])
    func `a fruit is found by key, name and picture`(typed: String, key: String) {
        #expect(search.fruit(typed) == key)
    }

    @Test func `a name that two juices share is not guessed`() {
        var menu = TestMenu.menu
        menu.juices[0].name.korean = "특별 쥬스"
        menu.juices[1].name.korean = "특별쥬스"
        #expect(MenuSearch(menu).juice("특별") == "특별")
        #expect(MenuSearch(menu).juice("1") == "strawberry-banana")
    }

    @Test func `a key outranks another juice's number and name`() {
        var menu = TestMenu.menu
        menu.juices[0].key = "7"
        menu.juices[1].name.korean = "mango"
        #expect(MenuSearch(menu).juice("7") == "7")
        #expect(MenuSearch(menu).juice("mango") == "mango")
    }
}
