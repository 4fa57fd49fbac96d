internal import Messages

extension Texts {
    func orderDone(_ juice: String, quantity: Int) -> String {
        quantity == 1
            ? self("order_done_one", juice: juice)
            : self("order_done", quantity: quantity, juice: juice)
    }

    func left(_ fruit: String, _ quantity: Int) -> String {
        self("fruit_left", fruit: fruit, quantity: quantity)
    }

    func orderNumber(_ id: String, quantity: Int) -> String {
        quantity == 1
            ? self("order_number_one", id: id)
            : self("order_number", id: id, quantity: quantity)
    }

    func restock(_ shortages: [RPCError.Shortage]) -> String {
        let amounts = shortages.map { shortage in
            // A service of another version may say anything.
            let (missing, isOver) = shortage.required.subtractingReportingOverflow(shortage.available)
            return RepeatCommand.quoted("\(shortage.item)=+\(isOver ? shortage.required : missing)")
        }
        let command = "\(program) juice restock \(amounts.joined(separator: " "))"
        return self("restock", command: command)
    }
}
