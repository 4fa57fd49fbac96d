internal import Messages

extension Texts {
    // MARK: Tables

    var tag: String { pick("번호", "TAG") }
    var juice: String { pick("쥬스", "JUICE") }
    var key: String { pick("키", "KEY") }
    var recipe: String { pick("재료", "RECIPE") }
    var makeable: String { pick("주문 가능", "CAN MAKE") }
    var fruit: String { pick("과일", "FRUIT") }
    var quantity: String { pick("수량", "QUANTITY") }
    var before: String { pick("이전", "BEFORE") }
    var now: String { pick("현재", "NOW") }
    var required: String { pick("필요", "REQUIRED") }
    var available: String { pick("재고", "AVAILABLE") }
    var order: String { pick("주문", "ORDER") }
    var time: String { pick("시각", "TIME") }

    // MARK: Results

    func orderDone(_ juice: String, quantity: Int) -> String {
        switch language {
        case .korean: "\(juice) 나왔습니다! 맛있게 드세요!"
        case .english: quantity == 1 ? "Here is your \(juice). Enjoy!" : "Here are your \(quantity) × \(juice). Enjoy!"
        }
    }

    func left(_ fruit: String, _ quantity: Int) -> String {
        pick("\(fruit) \(quantity)개 남음", "\(fruit) \(quantity) left")
    }

    func orderNumber(_ id: String, quantity: Int) -> String {
        pick("주문 \(id) · \(quantity)잔", "order \(id) · \(quantity) \(quantity == 1 ? "glass" : "glasses")")
    }

    func stockVersion(_ version: Int) -> String {
        pick("재고 버전 \(version)", "stock version \(version)")
    }

    var nothingChanged: String { pick("바뀐 것이 없습니다.", "Nothing changed. It was already like that.") }

    var deduplicated: String {
        pick("같은 키로 이미 처리된 요청입니다. 다시 처리하지 않았습니다.", "Already done under the same key, and not done again.")
    }

    var noOrders: String { pick("주문이 없습니다.", "No orders.") }

    // MARK: Refusals

    var shortage: String { pick("재료가 모자라요.", "there is not enough fruit") }

    func restock(_ shortages: [RPCError.Shortage]) -> String {
        let amounts = shortages.map { shortage in
            // A service of another version may say anything.
            let (missing, isOver) = shortage.required.subtractingReportingOverflow(shortage.available)
            return RepeatCommand.quoted("\(shortage.item)=+\(isOver ? shortage.required : missing)")
        }
        let command = "\(program) juice restock \(amounts.joined(separator: " "))"
        return pick("재고를 채우려면: \(command)", "To restock: \(command)")
    }

    var unknownFruit: String { pick("해당 과일이 없습니다.", "there is no such fruit") }
    var unknownJuice: String { pick("해당 쥬스가 없습니다.", "there is no such juice") }
    var versionMismatch: String { pick("그 사이에 재고가 바뀌었습니다.", "the stock has changed in the meantime") }

    func currentVersion(_ flag: String) -> String {
        pick("지금 재고를 보고 다시 하세요: \(flag)", "Check the current stock, then try again with \(flag).")
    }
}
