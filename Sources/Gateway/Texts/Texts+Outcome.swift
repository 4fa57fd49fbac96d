internal import Glibc
internal import Messages
internal import Platform

extension Texts {
    // MARK: The outbox

    var method: String { pick("메서드", "METHOD") }
    var params: String { pick("내용", "PARAMS") }
    var doneUnread: String { pick("처리됨, 결과를 읽지 않음", "done, result not read") }
    var inFlight: String { pick("응답 대기 중", "waiting for the answer") }
    var outboxIsEmpty: String { pick("결과를 모르는 요청이 없습니다.", "The outbox is empty.") }
    var findOut: String { pick("결과를 알아보려면:", "To find out what became of one:") }

    func openWrites(_ count: Int, command: String) -> String {
        let english =
            count == 1 ? "1 earlier write has an unknown outcome" : "\(count) earlier writes have unknown outcomes"
        return pick("결과를 모르는 이전 요청이 \(count)건 있습니다: \(command)", "\(english): \(command)")
    }

    /// Says that a write goes out all the same, and what is lost by that.
    func cannotRecord(_ problem: String, keys: [String], _ palette: Palette) -> [String] {
        let known = keys.count == 1 ? keys[0].printable : nil
        let warning = palette.paint(pick("주의:", "warning:"), .warning)
        let text = pick(
            "보낼 요청을 디스크에 적어 둘 수 없습니다 (\(problem)). 그래도 보냅니다. 중간에 끊기면 gateway outcome 이 알지 못하므로 ",
            "the request cannot be kept in the outbox (\(problem)) and is sent all the same. If this is cut short, "
                + "gateway outcome will not list it; "
        )
        let advice =
            known.map { pick("이 키를 적어 두세요: \($0)", "only its key can find it then: \($0)") }
            ?? pick("키를 따로 적어 두세요.", "only the keys can find the requests then.")
        return ["\(warning) \(text)\(advice)"]
    }

    func cannotLook(_ problem: String) -> String {
        pick("적어 둔 요청을 읽을 수 없습니다: \(problem)", "the outbox cannot be read: \(problem)")
    }

    func notInOutbox(_ key: String) -> String {
        pick(
            "키가 \(key.printable) 인 요청은 적혀 있지 않습니다. 그 명령을 --key 와 함께 다시 입력하세요.",
            "the outbox has no write with the key \(key.printable); repeat its command with --key"
        )
    }

    func stillInFlight(_ service: ServiceName) -> String {
        pick(
            "\(service.rawValue): 이 요청을 보낸 gateway 가 아직 응답을 기다리고 있습니다.",
            "\(service.rawValue): the gateway that sent it is still running and waiting for the answer."
        )
    }

    // MARK: Many at once

    /// Such as `256 × juice.order of one batch: done`.
    func writes(_ group: WriteGroup, _ count: Int) -> String {
        let what = "\(count.grouped) × \(group.method.printable)"
        // No other command sends one method to one service more than once.
        let origin = count > 1 ? pick(" (배치 하나)", " of one batch") : ""
        return "\(what)\(origin): \(group.state)"
    }

    func listEach(_ count: Int) -> String { pick("하나씩 보려면 (\(count)건):", "To list each of them (\(count)):") }
    var settleAll: String { pick("모두 결과를 알아보려면:", "To find out what became of all of them:") }
    var retryAll: String { pick("처리되지 않은 것을 다시 보내려면:", "To send again those that were not done:") }
    var forgetAll: String { pick("더 필요 없으면:", "If they are no longer needed:") }
    var notDoneYet: String { pick("아직 처리되지 않음", "not done") }
    var done: String { pick("처리됨", "done") }

    func forgotten(_ count: Int) -> String {
        pick(
            "\(count.grouped)건을 지웠습니다. 서비스에는 아무것도 보내지 않았습니다.",
            "Removed \(count.grouped) from the outbox. Nothing was sent."
        )
    }

    func leftInOutbox(_ count: Int) -> String {
        pick("\(count.grouped)건은 아직 적혀 있습니다.", "\(count.grouped) more in the outbox.")
    }

    func stillInFlight(_ count: Int) -> String {
        pick(
            "\(count.grouped)건은 보낸 gateway 가 아직 응답을 기다리고 있어 건드리지 않았습니다.",
            "\(count.grouped) left alone: the gateway that sent them is still waiting for their answers."
        )
    }

    // MARK: Outcomes

    var wasDone: String { pick("처리되었던 요청입니다. 결과:", "It was done. Its result:") }
    var isDoneNow: String {
        pick("처리되지 않았던 요청을 지금 처리했습니다. 결과:", "It had not been done before, and is done now. Its result:")
    }

    func notDone(_ service: ServiceName) -> String {
        pick(
            "\(service.rawValue) 은(는) 이 키를 모릅니다. 아직 처리되지 않았습니다.",
            "\(service.rawValue) does not know this key, so the write has not been done yet."
        )
    }

    var sendAgain: String {
        pick(
            "전에 보낸 것이 늦게 도착할 수도 있습니다. 같은 키로 다시 보내면 한 번만 처리되고 결과가 확실해집니다:",
            "The request may still arrive late. Sending it again under the same key does it exactly once:"
        )
    }

    var forgetIt: String { pick("더 필요 없으면:", "If it is no longer needed:") }
    var forgotten: String { pick("지웠습니다. 서비스에는 아무것도 보내지 않았습니다.", "Removed from the outbox. Nothing was sent.") }

    func unknownKey(_ services: [ServiceName]) -> String {
        let names = services.map(\.rawValue).joined(separator: ", ")
        return pick("이 키를 아는 서비스가 없습니다 (\(names)).", "No service knows this key (\(names)).")
    }

    /// Says which suite was asked, and which others there are.
    func askElsewhere(_ used: String, _ others: [String]) -> String {
        let names = others.joined(separator: ", ")
        return pick(
            "\(used) 에만 물어보았습니다. 다른 곳(\(names))에 보낸 요청이면 --context 로 그 이름을 지정하세요.",
            "Only \(used) was asked. If it was sent to another suite (\(names)), select that with --context."
        )
    }

    // MARK: Results that could not be written out

    func unwritten(_ error: OutputError) -> String {
        switch error {
        case .closed, .failed(EPIPE):
            pick("결과를 읽는 쪽이 닫혀 결과를 쓸 수 없습니다.", "the result cannot be written: its reader has closed")
        case .failed(let code):
            pick(
                "결과를 쓸 수 없습니다: \(SystemError.text(code))",
                "the result cannot be written: \(SystemError.text(code))"
            )
        }
    }

    /// - Parameter key: `nil` when no key finds it again.
    func doneUnwritten(_ method: String, _ service: ServiceName, key: String?) -> String {
        let what = "\(service.rawValue): \(method.printable)"
        guard let key = key?.printable else {
            return pick("\(what) 은(는) 처리되었습니다.", "\(what) was done all the same.")
        }
        return pick("\(what) 은(는) 처리되었습니다. 키: \(key)", "\(what) was done all the same. Its key: \(key)")
    }

    func doneUnwritten(_ count: Int) -> String {
        pick("요청 \(count.grouped)건은 처리되었습니다.", "\(count.grouped) writes were done all the same.")
    }

    var showAgain: String {
        pick(
            "이 키 없이 다시 보내면 두 번 처리됩니다. 결과를 다시 보려면:",
            "Sending it again without that key would do it twice. This command shows the result again:"
        )
    }

    var listAgain: String {
        pick(
            "그 키 없이 다시 보내면 두 번 처리됩니다. 목록을 보려면:",
            "Sending them again without their keys would do them twice. This command lists them:"
        )
    }

    var secretWithheld: String {
        pick(
            "비밀 값은 디스크에 적지 않으므로 다시 보낼 수 없습니다. 그 명령을 --key 와 함께 다시 입력하세요.",
            "its secret is not in the outbox, so it cannot be sent again from there: repeat its command with --key"
        )
    }

    func sentByAnother(_ endpoint: String) -> String {
        pick(
            "다른 열쇠로 \(endpoint) 에 보낸 것이고, 지금 열쇠로는 다른 이의 쓰기가 됩니다. 보냈던 컨텍스트를 --context 로 지정하세요.",
            "it was sent to \(endpoint) with another key, and would be the write of another client with the current one: "
                + "select the context that it was sent with, --context NAME"
        )
    }

    var tooOldToRepeat: String {
        pick(
            "7일이 지나 서비스가 키를 잊었을 수 있으므로, 다시 보내면 두 번 처리될 수 있습니다. 지금 상태를 먼저 확인하세요.",
            "it is older than the seven days for which keys are remembered, so it might be done twice: check the current "
                + "state, then use --forget"
        )
    }

    var forgottenByService: String {
        pick(
            "서비스가 모르는 키지만, 7일이 지나 잊었을 수도 있습니다. 지금 상태를 확인한 다음:",
            "The service does not know this key, but after seven days it may have forgotten it. Check the current state, then:"
        )
    }
}
