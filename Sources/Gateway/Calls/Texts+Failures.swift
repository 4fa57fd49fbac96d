internal import Messages
internal import Platform
internal import Terminal
internal import WorkerClient
internal import ZeroMQPatterns

extension Texts {
    /// Says what happened, why, and what to do.
    func lines(_ failure: CallFailure, palette: Palette) -> [String] {
        switch failure.reason {
        case .refused(let error):
            return refusal(error, of: failure, palette: palette) + (failure.isOutcomeUnknown ? whatBecame(failure) : [])
        case .unreachable:
            return [
                heading(
                    self("unreachable", service: failure.service.rawValue, endpoint: failure.endpoint),
                    palette: palette
                )
            ] + whatBecameOfRepeat(failure)
        case .notAdmitted(let fault):
            return [heading(notAdmitted(to: failure.service, at: failure.endpoint, fault), palette: palette)]
                + whatBecameOfRepeat(failure)
        case .timedOut where failure.isOutcomeUnknown:
            return [heading(sentWithoutAnswer(failure), palette: palette)] + lastAnswer(failure) + whatBecame(failure)
        case .timedOut:
            let text = failure.wasSent ? timedOut(failure) : thereButSilent(failure)
            return [heading(text, palette: palette)] + lastAnswer(failure)
        case .outcomeUnknown:
            return [heading(sentWithoutAnswer(failure), palette: palette)] + lastAnswer(failure) + whatBecame(failure)
        case .tooLarge(let detail):
            let text = self("request_too_large", detail: detail)
            return [heading(text, palette: palette)] + whatBecameOfRepeat(failure)
        case .badReply(let detail):
            let text = self("bad_reply", detail: detail)
            let lines = [heading("\(failure.service.rawValue): \(text.printable)", palette: palette)]
            return lines + (failure.isOutcomeUnknown ? whatBecame(failure) : [])
        case .cancelled:
            guard failure.isOutcomeUnknown else { return [] }
            return [heading(sentWithoutAnswer(failure), palette: palette)] + whatBecame(failure)
        }
    }

    /// Such as `error: …`.
    func heading(_ text: String, palette: Palette) -> String {
        palette.paint(self["heading"], .bad) + " " + text
    }

    func notAdmitted(to service: ServiceName, at endpoint: String, _ fault: AdmissionFault) -> String {
        self("not_admitted_\(fault.word)", place: "\(service.rawValue): \(endpoint)", user: fault.user)
    }

    /// Someone took the connection, or has no room in it, and the request was never sent.
    private func thereButSilent(_ failure: CallFailure) -> String {
        let time = TimeLimit(failure.timeout).text
        return self("there_but_silent", service: failure.service.rawValue, endpoint: failure.endpoint, time: time)
    }

    private func timedOut(_ failure: CallFailure) -> String {
        let time = TimeLimit(failure.timeout).text
        let name = failure.service.rawValue
        return self("timed_out", name: name, method: failure.method.printable, endpoint: failure.endpoint, time: time)
    }

    private func sentWithoutAnswer(_ failure: CallFailure) -> String {
        let name = failure.service.rawValue
        let method = failure.method.printable
        return self("sent_without_answer", name: name, method: method, endpoint: failure.endpoint)
    }

    private func lastAnswer(_ failure: CallFailure) -> [String] {
        guard let error = failure.error.lastError else { return [] }
        let text = error.detail.printable
        return [self("last_answer", text: text)]
    }

    /// What to do where nothing was sent now, but may have been before.
    private func whatBecameOfRepeat(_ failure: CallFailure) -> [String] {
        guard failure.isOutcomeUnknown else { return [] }
        let text = self["what_became_of_repeat"]
        return [text] + whatBecame(failure)
    }

    private func whatBecame(_ failure: CallFailure) -> [String] {
        guard let command = failure.repeatCommand else { return [self["no_key_to_repeat"]] }
        let repeating = [self["repeat_command"], "  \(command)"]
        guard let looking = failure.outcomeCommand else { return repeating }
        return repeating + [self["outcome_command"], "  \(looking)"]
    }
}
