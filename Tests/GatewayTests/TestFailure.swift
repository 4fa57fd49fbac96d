import Localization
import Messages
import WorkerClient

@testable import Gateway
@testable import Terminal

extension CallFailure {
    /// A failed `juice.order`, or a failed `juice.menu` when it is no write.
    static func test(
        _ code: CallError.Code,
        isWrite: Bool = true,
        wasSent: Bool = true,
        key: String? = "k1",
        lastError: RPCError? = nil,
        command: String? = "gateway juice order mango --key k1"
    ) -> CallFailure {
        var failure = CallFailure(
            error: CallError(code, sends: wasSent ? 1 : 0, lastError: lastError),
            service: .juice,
            endpoint: "ipc:///run/juice.rpc",
            method: isWrite ? JuiceMethod.order.name : JuiceMethod.menu.name,
            timeout: .seconds(5),
            isWrite: isWrite,
            key: isWrite ? key : nil
        )
        failure.repeatCommand = isWrite ? command : nil
        failure.names = MenuNames(TestMenu.menu).all
        return failure
    }
}

extension Texts {
    static let korean = Texts(language: .korean, program: "gateway")
    static let english = Texts(language: .english, program: "gateway")
}

extension Palette {
    static let plain = Palette(isOn: false)
}

/// The menu that every shop has at first.
enum TestMenu {
    static let menu = JuiceMenuResult(
        juices: [
            juice("strawberry-banana", 1, "딸바 쥬스", "strawberry-banana juice", ["strawberry": 10, "banana": 1]),
            juice("mango-kiwi", 2, "망키 쥬스", "mango-kiwi juice", ["mango": 2, "kiwi": 1]),
            juice("strawberry", 3, "딸기 쥬스", "strawberry juice", ["strawberry": 16]),
            juice("banana", 4, "바나나 쥬스", "banana juice", ["banana": 2]),
            juice("mango", 7, "망고 쥬스", "mango juice", ["mango": 3]),
        ],
        fruits: [
            fruit("strawberry", "딸기", "🍓"),
            fruit("banana", "바나나", "🍌"),
            fruit("kiwi", "키위", "🥝"),
            fruit("mango", "망고", "🥭"),
        ]
    )

    private static func juice(
        _ key: String,
        _ tag: Int,
        _ korean: String,
        _ english: String,
        _ recipe: KeyValuePairs<String, Int>
    ) -> JuiceMenuResult.Juice {
        JuiceMenuResult.Juice {
            $0.key = key
            $0.tag = tag
            $0.name = BilingualName(korean: korean, english: english)
            $0.recipe = recipe.map { FruitQuantity(fruit: $0.key, quantity: $0.value) }
            $0.makeable = tag == 3 ? 0 : 3
        }
    }

    private static func fruit(_ key: String, _ korean: String, _ emoji: String) -> JuiceMenuResult.Fruit {
        JuiceMenuResult.Fruit(key: key, name: BilingualName(korean: korean, english: key), emoji: emoji)
    }
}
