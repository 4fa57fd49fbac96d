import ArgumentParser
import Localization
import Messages
import Platform
import ServiceContexts
import Testing

@testable import Gateway
@testable import Terminal

@Suite struct CommandParsingTests {
    private func parse<Command>(_ line: String, as type: Command.Type) throws -> Command {
        try #require(try RootCommand.parseAsRoot(line.split(separator: " ").map(String.init)) as? Command)
    }

    @Test func `an order is for one glass unless said otherwise`() throws {
        let one = try parse("juice order 망고쥬스", as: JuiceOrderCommand.self)
        #expect(one.juice == "망고쥬스")
        #expect(one.quantity == 1)
        #expect(one.key.value == nil)
        let many = try parse("juice order 7 3 --key k1 --timeout 500ms --json --lang ko", as: JuiceOrderCommand.self)
        #expect(many.quantity == 3)
        #expect(many.key.value == "k1")
        #expect(many.global.timeout.duration == .milliseconds(500))
        #expect(many.global.json)
        #expect(many.global.language == .korean)
    }

    @Test func `a restock adds and takes`() throws {
        let command = try parse("juice restock mango=+3 망고=-2 kiwi=+5", as: JuiceRestockCommand.self)
        #expect(command.changes.map(\.fruit) == ["mango", "망고", "kiwi"])
        #expect(command.changes.map(\.amount) == [3, -2, 5])
    }

    @Test(arguments: ["mango", "mango=", "=3", "mango=x", "mango=1.5", "mango=99999999999999999999", ""])
    func `what is no fruit and number is refused`(text: String) {
        #expect(FruitAmount(argument: text) == nil)
    }

    @Test func `a fruit named twice under different names is refused`() throws {
        let amounts = try parse("juice set mango=1 망고=2", as: JuiceSetCommand.self).levels
        let search = MenuSearch(TestMenu.menu)
        #expect(throws: UsageError.self) { try FruitAmount.byKey(amounts, key: search.fruit) }
        #expect(try FruitAmount.byKey(Array(amounts.suffix(1)), key: search.fruit) == ["mango": 2])
    }

    @Test(
        arguments: [
            ("juice set mango=1", nil),
            ("juice set mango=1 --expect 12", .stock(12)),
            ("juice set mango=1 --expect mango=3", .fruits(["mango": 3])),
            ("juice set mango=1 --expect 망고=3 --expect kiwi=4", .fruits(["mango": 3, "kiwi": 4])),
        ] as [(String, JuiceStockSetParams.ExpectedVersion?)]
    )
    func `the expected version is the stock's or some fruits'`(
        line: String,
        version: JuiceStockSetParams.ExpectedVersion?
    ) throws {
        let expected = try parse(line, as: JuiceSetCommand.self).expected
        #expect(try ExpectedVersion.combined(expected, key: MenuSearch(TestMenu.menu).fruit) == version)
    }

    @Test(arguments: ["--expect 1 --expect 2", "--expect 1 --expect mango=2", "--expect mango=1 --expect 망고=2"])
    func `expected versions that contradict each other are refused`(options: String) throws {
        let expected = try parse("juice set mango=1 \(options)", as: JuiceSetCommand.self).expected
        #expect(throws: UsageError.self) {
            try ExpectedVersion.combined(expected, key: MenuSearch(TestMenu.menu).fruit)
        }
    }

    @Test func `params can come from standard input`() throws {
        #expect(try parse("call juice.order -", as: CallCommand.self).params == "-")
    }

    @Test func `watch takes prefixes, a position and a count`() throws {
        let command = try parse("watch juice.stock juice --since 0 --count 3 --json", as: WatchCommand.self)
        #expect(command.prefixes == ["juice.stock", "juice"])
        #expect(command.since == .position(0))
        #expect(command.count == 3)
    }

    @Test func `errors takes the codes below zero for what they are`() throws {
        let command = try parse("errors -32601 stock --lang ko", as: ErrorsCommand.self)
        #expect(command.words == ["-32601", "stock"])
        #expect(command.global.language == .korean)
    }

    @Test(
        arguments: [
            ("calc eval 2+3*3-1", ["2+3*3-1"]),
            ("calc eval -3+5", ["-3+5"]),
            ("calc eval 5 - -3 --lang ko", ["5", "-", "-3"]),
            ("calc eval -", ["-"]),
            ("calc eval --timeout 1s .5 x -.5", [".5", "x", "-.5"]),
        ] as [(String, [String])]
    )
    func `a formula may begin with a minus and have blanks`(line: String, words: [String]) throws {
        #expect(try parse(line, as: CalcEvalCommand.self).formula == words)
    }

    @Test func `a picture goes to a file that is not replaced unless told so`() throws {
        let command = try parse("expo image jikji", as: ExpoImageCommand.self)
        #expect(command.destination.output == nil)
        #expect(!command.destination.force)
        #expect(try parse("expo image jikji -o a.svg --force", as: ExpoImageCommand.self).destination.output == "a.svg")
    }

    @Test func `a product is registered with what is given, and nothing is asked for here`() throws {
        let empty = try parse("market register", as: MarketRegisterCommand.self)
        #expect(empty.images.isEmpty && empty.form.name == nil && empty.vendor.identifier == nil)
        let full = try parse(
            "market register --name 망고 --price 10.50 --currency USD --discount=-1 --stock 3 --image a.png --image b.jpg"
                + " --identifier v-1 --secret-file s --key k1",
            as: MarketRegisterCommand.self
        )
        #expect(full.images == ["a.png", "b.jpg"])
        #expect(full.form.price == "10.50" && full.form.discount == "-1" && full.form.stock == "3")
        #expect(full.vendor.identifier == "v-1" && full.vendor.secretFile == "s" && full.key.value == "k1")
    }

    @Test func `a picture of the market is named by number or reference`() throws {
        #expect(try parse("market image 17", as: MarketImageCommand.self).picture == .init(id: 17))
        let thumbnail = try parse("market image market:images/17/thumbnail", as: MarketImageCommand.self)
        #expect(thumbnail.picture == .init(id: 17, isThumbnail: true))
    }

    @Test(arguments: [
        "market show", "market show x", "market image 0", "market image picture.png", "market purchase 1 x",
        "market image 1 --output - --json", "market delete", "market vendors register", "market update",
        "market register --secret s3cret", "market update 1 --secret s3cret", "market list --page x",
    ])
    func `what cannot be bought or sold is a usage error`(line: String) {
        let error = #expect(throws: (any Error).self) {
            try RootCommand.parseAsRoot(line.split(separator: " ").map(String.init))
        }
        guard let error else { return }
        #expect(ExitReason(RootCommand.exitCode(for: error)) == .usage)
    }

    @Test(arguments: [
        "calc", "calc eval", "calc press", "calc keypad 1", "expo", "expo entry", "expo image", "expo entry 1 2",
        "expo image a --output=", "expo image a --output - --json", "expo entries --limit x",
    ])
    func `what cannot be calculated or shown is a usage error`(line: String) {
        let error = #expect(throws: (any Error).self) {
            var command = try RootCommand.parseAsRoot(line.split(separator: " ").map(String.init))
            if !(command is any GatewayCommand) { try command.run() }
        }
        guard let error else { return }
        #expect(error is CleanExit || ExitReason(RootCommand.exitCode(for: error)) == .usage)
    }

    @Test(arguments: [
        "juice order", "juice order mango x", "juice restock", "juice restock mango", "juice set mango=1 --expect x",
        "juice orders 17 --after 3", "call", "call juice.order --key a --no-key", "status --to Nobody",
        "fanout service.ping --to juice,,juice", "watch --count 0", "watch --since=-1", "status --timeout 5", "nothing",
        "status --lang fr", "status --run-dir=", "juice order mango --key=",
    ])
    func `what cannot be meant is a usage error`(line: String) {
        let error = #expect(throws: (any Error).self) {
            try RootCommand.parseAsRoot(line.split(separator: " ").map(String.init))
        }
        guard let error else { return }
        #expect(ExitReason(RootCommand.exitCode(for: error)) == .usage)
    }

    @Test(arguments: ["--help", "--version", "juice order --help", "help watch"])
    func `help that was asked for is a success`(line: String) {
        let error = #expect(throws: (any Error).self) {
            var command = try RootCommand.parseAsRoot(line.split(separator: " ").map(String.init))
            try command.run()
        }
        guard let error else { return }
        #expect(ExitReason(RootCommand.exitCode(for: error)) == .ok)
    }

    @Test func `a list of services names each once`() throws {
        #expect(try parse("status --to juice,juice", as: StatusCommand.self).asked.to.services == [.juice])
        #expect(try parse("status", as: StatusCommand.self).asked.to == .all)
    }
}
