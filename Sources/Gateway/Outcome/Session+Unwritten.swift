internal import Messages
internal import WorkerClient

extension Session {
    /// Says which writes were done although their results could not be written out, and keeps the secrets in them.
    func tellOfUnwritten(_ writes: [AnsweredWrite]) {
        // More than a fan-out has are a batch; its notes list them.
        if writes.count > ServiceName.allCases.count {
            output.note([texts.doneUnwritten(writes.count), texts.listAgain, "  " + outcomeCommand()])
        } else {
            output.note(writes.map { texts.doneUnwritten($0.method, $0.id.service, key: $0.hasKey ? $0.id.key : nil) })
            let keys = Set(writes.filter(\.hasKey).map(\.id.key)).sorted()
            if !keys.isEmpty { output.note([texts.showAgain] + keys.map { "  " + outcomeCommand($0) }) }
        }
        output.note(writes.compactMap(\.secret).map(keep))
    }
}
