internal import ArgumentParser
internal import Messages
internal import Platform
internal import Terminal
internal import WorkerClient

struct JuiceStockCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "stock",
        abstract: "Show the stock level of every fruit."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await JuiceCounter.open(session) { counter in
            try await counter.showResult(of: JuiceMethod.stockList.name, as: { JuiceStockResult($0) }) { stock in
                let table = Self.table(of: stock, names: counter.names, in: session.texts)
                try session.output.write(
                    table.lines(session.output.palette) + [session.texts("stock_version", version: stock.version)]
                )
            }
            return .ok
        }
    }

    static func table(of stock: JuiceStockResult, names: MenuNames, in texts: Texts) -> Table {
        texts.table(
            of: stock.fruits,
            .init("", .left) { .init(names.emoji($0.fruit)) },
            .init("fruit", .whole) { .init(names.fruit($0.fruit, in: texts.language)) },
            .init("quantity", .right) { .init("\($0.quantity)", $0.quantity == 0 ? .bad : .strong) },
            .init("version", .right) { "\($0.version)" }
        )
    }
}

struct JuiceRestockCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "restock",
        abstract: "Add to or take from the stock. All changes are made, or none."
    )

    @Argument(
        help: ArgumentHelp("The changes, such as mango=+3 망고=-2.", valueName: "fruit=±n"),
        completion: Completions.levels
    )
    var changes: [FruitAmount]

    @OptionGroup var key: KeyOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        for change in changes where !change.isSigned {
            let (fruit, amount) = (change.fruit.printable, change.amount)
            let (more, less) = ("\(fruit)=+\(amount)", "\(fruit)=-\(amount)")
            throw UsageError("\(fruit + "=\(amount)") lacks its sign: \(more) adds, \(less) takes")
        }
    }

    func run(in session: Session) async throws -> ExitReason {
        try await JuiceCounter.open(session) { counter in
            let params = JuiceStockAdjustParams(changes: try FruitAmount.byKey(changes, key: counter.search.fruit))
            let reply = try await counter.write(JuiceMethod.stockAdjust.name, with: params.jsonBytes, key: key.value)
            try counter.showLevels(reply.result, of: JuiceMethod.stockAdjust.name)
            return .ok
        }
    }
}

struct JuiceSetCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set stock levels. All of them are set, or none."
    )

    @Argument(
        help: ArgumentHelp("The new levels, such as mango=10 망고=10.", valueName: "fruit=n"),
        completion: Completions.levels
    )
    var levels: [FruitAmount]

    @Option(
        name: .customLong("expect"),
        help: ArgumentHelp(
            "Refuse unless this is still the version: of the stock (12), or of a fruit (mango=3; may be repeated).",
            valueName: "version"
        )
    )
    var expected: [ExpectedVersion] = []

    @OptionGroup var key: KeyOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await JuiceCounter.open(session) { counter in
            let search = counter.search
            let params = JuiceStockSetParams(
                levels: try FruitAmount.byKey(levels, key: search.fruit),
                expectedVersion: try ExpectedVersion.combined(expected, key: search.fruit)
            )
            let reply: CallReply
            do throws(CallFailure) {
                reply = try await counter.write(JuiceMethod.stockSet.name, with: params.jsonBytes, key: key.value)
            } catch {
                var failure = error
                if case .fruits(let versions)? = params.expectedVersion { failure.expectedFruits = Set(versions.keys) }
                throw failure
            }
            try counter.showLevels(reply.result, of: JuiceMethod.stockSet.name)
            return .ok
        }
    }
}

/// A fruit and a number, as people write them: `mango=3`, `망고=+3`, `mango=-2`.
struct FruitAmount: ExpressibleByArgument, Sendable, Hashable {
    let fruit: String
    let amount: Int
    /// Whether a sign was written.
    let isSigned: Bool

    init?(argument: String) {
        guard let sign = argument.lastIndex(of: "="), sign > argument.startIndex else { return nil }
        let number = argument[argument.index(after: sign)...]
        guard let amount = Int(number) else { return nil }
        isSigned = number.hasPrefix("+") || number.hasPrefix("-")
        fruit = String(argument[..<sign])
        self.amount = amount
    }

    /// The amounts by key.
    ///
    /// - Parameters:
    ///   - amounts: What was typed.
    ///   - key: The key of what somebody called a fruit.
    /// - Throws: ``UsageError`` when a fruit is named twice: neither number can be meant more than the other.
    static func byKey(_ amounts: [FruitAmount], key: (String) -> String) throws(UsageError) -> [String: Int] {
        var result: [String: Int] = [:]
        for amount in amounts {
            guard result.updateValue(amount.amount, forKey: key(amount.fruit)) == nil else {
                throw UsageError("\(amount.fruit.printable) is named twice; name each fruit once")
            }
        }
        return result
    }
}

/// What `--expect` says: the stock's version (`12`), or a fruit's (`mango=3`).
enum ExpectedVersion: ExpressibleByArgument, Sendable, Hashable {
    case stock(Int)
    case fruit(FruitAmount)

    init?(argument: String) {
        if let version = Int(argument) {
            self = .stock(version)
        } else if let fruit = FruitAmount(argument: argument) {
            self = .fruit(fruit)
        } else {
            return nil
        }
    }

    /// All that was said, as the wire wants it.
    ///
    /// - Throws: ``UsageError`` when the stock's version stands beside another.
    static func combined(
        _ versions: [ExpectedVersion],
        key: (String) -> String
    ) throws(UsageError) -> JuiceStockSetParams.ExpectedVersion? {
        if case .stock(let version)? = versions.first, versions.count == 1 { return .stock(version) }
        var fruits: [FruitAmount] = []
        for version in versions {
            guard case .fruit(let fruit) = version else {
                throw UsageError("--expect takes one version of the whole stock, or versions of fruits (mango=3)")
            }
            fruits.append(fruit)
        }
        return fruits.isEmpty ? nil : .fruits(try FruitAmount.byKey(fruits, key: key))
    }
}
