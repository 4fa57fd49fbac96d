internal import Messages
internal import Platform
internal import WorkerClient
internal import ZeroMQPatterns

extension Texts {
    /// Says what happened, why, and what to do.
    func lines(_ failure: CallFailure, _ palette: Palette) -> [String] {
        switch failure.reason {
        case .refused(let error):
            return refusal(error, of: failure, palette) + (failure.isOutcomeUnknown ? whatBecame(failure) : [])
        case .unreachable:
            return [heading(unreachable(failure.service, failure.endpoint), palette)] + whatBecameOfRepeat(failure)
        case .notAdmitted(let fault):
            return [heading(notAdmitted(failure.service, failure.endpoint, fault), palette)]
                + whatBecameOfRepeat(failure)
        case .timedOut where failure.isOutcomeUnknown:
            return [heading(sentWithoutAnswer(failure), palette)] + lastAnswer(failure) + whatBecame(failure)
        case .timedOut:
            let text = failure.wasSent ? timedOut(failure) : thereButSilent(failure)
            return [heading(text, palette)] + lastAnswer(failure)
        case .outcomeUnknown:
            return [heading(sentWithoutAnswer(failure), palette)] + lastAnswer(failure) + whatBecame(failure)
        case .tooLarge(let detail):
            let text = pick(
                "요청이 너무 커서 보내지 않았습니다: \(detail)",
                "the request is too large, so nothing was sent: \(detail)"
            )
            return [heading(text, palette)] + whatBecameOfRepeat(failure)
        case .badReply(let detail):
            let text = pick("이해할 수 없는 응답입니다: \(detail)", "the answer cannot be understood: \(detail)")
            let lines = [heading("\(failure.service.rawValue): \(text.printable)", palette)]
            return lines + (failure.isOutcomeUnknown ? whatBecame(failure) : [])
        case .cancelled:
            guard failure.isOutcomeUnknown else { return [] }
            return [heading(sentWithoutAnswer(failure), palette)] + whatBecame(failure)
        }
    }

    /// Such as `error: …`.
    func heading(_ text: String, _ palette: Palette) -> String {
        palette.paint(pick("오류:", "error:"), .bad) + " " + text
    }

    func unreachable(_ service: ServiceName, _ endpoint: String) -> String {
        pick(
            "\(service.rawValue): \(endpoint) 에 아무도 없어 아무것도 보내지 않았습니다. 실행 중인가요? deploy/up 또는 systemctl start \(service.rawValue) 로 시작합니다.",
            "\(service.rawValue): nothing was sent, because nobody answers at \(endpoint). Is it running? deploy/up or systemctl start \(service.rawValue) starts it."
        )
    }

    func notAdmitted(_ service: ServiceName, _ endpoint: String, _ fault: AdmissionFault) -> String {
        let place = "\(service.rawValue): \(endpoint)"
        return switch fault {
        case .keyNeeded:
            pick(
                "\(place) 는 열쇠를 요구합니다. 아무것도 보내지 않았습니다. 서비스의 공개 열쇠와 자신의 열쇠가 필요합니다.",
                "\(place) requires a key, so nothing was sent. You need the service's public key and a key pair of your own."
            )
        case .keyRefused:
            pick(
                "\(place) 가 이 열쇠를 모르거나 더는 받지 않습니다. 아무것도 보내지 않았습니다. 운영자에게 허락을 받으세요.",
                "\(place) does not accept this key, so nothing was sent. Ask its operator to allow the key."
            )
        case .wrongServerKey:
            pick(
                "\(place) 에 있는 것은 알고 있는 공개 열쇠의 주인이 아닙니다. 아무것도 보내지 않았습니다. 서비스의 공개 열쇠가 틀렸거나, 다른 것이 그 주소에 있습니다.",
                "\(place) does not have the public key that is known for it, so nothing was sent. Either that key is "
                    + "wrong, or something else is at that address."
            )
        case .curveMissing:
            pick(
                "\(place) 에 있는 것은 열쇠를 모릅니다. 암호화 없이는 보내지 않습니다. 주소가 맞나요?",
                "\(place) does not use keys, and nothing is sent unencrypted. Is the address right?"
            )
        case .foreignUser(let user):
            pick(
                "\(place) 에 있는 것은 다른 사용자(\(user))의 프로세스입니다. 아무것도 보내지 않았습니다.",
                "\(place) is a process of another user (\(user)), so nothing was sent."
            )
        }
    }

    /// Somebody took the connection, or has no room in it, and the request was never sent.
    private func thereButSilent(_ failure: CallFailure) -> String {
        let time = TimeLimit(failure.timeout).text
        return pick(
            "\(failure.service.rawValue): \(failure.endpoint) 에 있지만 \(time) 안에 대답하지 않아 아무것도 보내지 않았습니다. "
                + "멈춰 있거나 바쁩니다. 살펴보세요: \(program) status",
            "\(failure.service.rawValue): it is there at \(failure.endpoint) but did not answer within \(time), so nothing "
                + "was sent. It may be stopped or busy; check with: \(program) status"
        )
    }

    private func timedOut(_ failure: CallFailure) -> String {
        let time = TimeLimit(failure.timeout).text
        let name = failure.service.rawValue
        return pick(
            "\(name): \(failure.endpoint) 에서 \(time) 안에 \(failure.method.printable) 의 응답이 없었고, 바뀐 것은 없습니다. "
                + "다시 하거나 살펴보세요: \(program) status",
            "\(name): no answer to \(failure.method.printable) from \(failure.endpoint) within \(time), "
                + "and nothing has changed. Try again, or check with: \(program) status"
        )
    }

    private func sentWithoutAnswer(_ failure: CallFailure) -> String {
        let name = failure.service.rawValue
        let method = failure.method.printable
        return pick(
            "\(name): \(method) 를 \(failure.endpoint) 로 보냈지만 처리되었는지 알려 주는 응답이 없습니다.",
            "\(name): \(method) was sent to \(failure.endpoint), but no answer says whether it was done."
        )
    }

    private func lastAnswer(_ failure: CallFailure) -> [String] {
        guard let error = failure.error.lastError else { return [] }
        let text = error.detail.printable
        return [pick("서비스의 마지막 대답: \(text)", "The last answer of the service: \(text)")]
    }

    /// What to do where nothing was sent now, but may have been before.
    private func whatBecameOfRepeat(_ failure: CallFailure) -> [String] {
        guard failure.isOutcomeUnknown else { return [] }
        let text = pick(
            "같은 키로 전에 보낸 요청의 결과는 아직 모릅니다.",
            "The outcome of the earlier request with the same key is still unknown."
        )
        return [text] + whatBecame(failure)
    }

    private func whatBecame(_ failure: CallFailure) -> [String] {
        guard let command = failure.repeatCommand else {
            return [
                pick(
                    "키가 없어 안전하게 다시 보낼 수 없습니다. 먼저 지금 상태를 확인하세요.",
                    "Without a key it cannot be sent again safely. Check the current state first."
                )
            ]
        }
        let repeating = [
            pick(
                "같은 키로는 두 번 처리되지 않습니다. 이 명령이 결과를 알려 주고, 처리되지 않았으면 처리합니다:",
                "Under the same key it is never done twice. This command finds out, and does it if it was not done:"
            ),
            "  \(command)",
        ]
        guard let looking = failure.outcomeCommand else { return repeating }
        return repeating + [pick("이 명령은 알려 주기만 합니다:", "This command only finds out:"), "  \(looking)"]
    }
}
