internal import Messages
internal import Platform

extension Texts {
    func restock(_ shortages: [StockShortage]) -> String {
        let amounts = shortages.map { shortage in
            // A service of another version may say anything.
            let (missing, isOver) = shortage.required.subtractingReportingOverflow(shortage.available)
            return RepeatCommand.quoted("\(shortage.item)=+\(isOver ? shortage.required : missing)")
        }
        let command = "\(program) juice restock \(amounts.joined(separator: " "))"
        return self("restock", command: command)
    }

    func lines(_ receipt: JuiceOrderReceipt, names: MenuNames) -> [String] {
        let (juice, id, quantity) = (names.juice(receipt.juice, in: language), receipt.id.printable, receipt.quantity)
        let left = receipt.left.map {
            self("fruit_left", fruit: names.fruit($0.fruit, in: language), quantity: $0.quantity)
        }
        return [
            quantity == 1
                ? self("order_done_one", juice: juice) : self("order_done", quantity: quantity, juice: juice),
            left.joined(separator: ", "),
            quantity == 1 ? self("order_number_one", id: id) : self("order_number", id: id, quantity: quantity),
        ]
    }
}
