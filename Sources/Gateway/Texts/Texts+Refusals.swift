internal import Messages
internal import Platform

extension Texts {
    /// Says why a service said no.
    ///
    /// - Parameter failure: The call, for what its params were called where they were typed.
    func refusal(_ error: RPCError, of failure: CallFailure, _ palette: Palette) -> [String] {
        let names = failure.names
        switch error.knownReason {
        case .insufficientStock where error.shortages.first?.kind == "product":
            return productShortage(error, palette)
        case .insufficientStock where !error.shortages.isEmpty:
            var table = Table((fruit, .left), (required, .right), (available, .right))
            for shortage in error.shortages {
                table.add(
                    .init(names.fruit(shortage.item, language)),
                    .init("\(shortage.required)"),
                    .init("\(shortage.available)", .bad)
                )
            }
            return [heading(shortage, palette)] + table.lines(palette) + [restock(error.shortages)]
        case .unknownFruit: return [sentence(error, names.fruit, palette)]
        case .unknownJuice: return [sentence(error, names.juice, palette)]
        case .versionMismatch where !error.levels.isEmpty:
            var table = Table((fruit, .left), (quantity, .right), (version, .right))
            for level in error.levels {
                table.add(
                    .init(names.fruit(level.fruit, language)),
                    .init("\(level.quantity)"),
                    .init("\(level.version)")
                )
            }
            return [heading(versionMismatch, palette)] + table.lines(palette) + expectation(error, failure)
        case .invalidParams where !error.violations.isEmpty:
            return [heading(error.violations.map { violation($0, failure) }.joined(separator: "; "), palette)]
        default: return [sentence(error, { name, _ in name.printable }, palette)]
        }
    }

    /// What happened, what was meant and when to try again, in one line.
    private func sentence(_ error: RPCError, _ name: (String, Language) -> String, _ palette: Palette) -> String {
        let english = [error.detail, error.message].first { !$0.isEmpty } ?? "refused by the service"
        var text = pick(korean(error), english).printable
        // A service of another version may say no in ways that have no words here.
        if error.knownReason == nil { text += " (\(error.reason.printable))" }
        if text.hasSuffix("."), !error.suggestions.isEmpty { text.removeLast() }
        if !error.suggestions.isEmpty { text += ": " + didYouMean(error.suggestions.map { name($0, language) }) }
        return heading(text + remedy(error), palette)
    }

    private func korean(_ error: RPCError) -> String {
        guard let reason = error.knownReason else { return "거절되었습니다: \(error.detail)" }
        let summary = reason == .permissionDenied ? koreanDenial(error) : koreanSummary(reason)
        // What is named in the detail is what somebody typed.
        let named = error.detail.firstMatch(of: /"(.+)"/).map { String($0.1) }
        return named.map { "\(summary.hasSuffix(".") ? String(summary.dropLast()) : summary): \($0)" } ?? summary
    }

    /// What a reason means, for lists of them.
    func meaning(of reason: ErrorReason) -> String {
        let korean = koreanSummary(reason)
        return pick(korean.hasSuffix(".") ? String(korean.dropLast()) : korean, reason.summary)
    }

    private func koreanSummary(_ reason: ErrorReason) -> String {
        switch reason {
        case .parseError, .invalidRequest: "서비스가 요청을 읽지 못했습니다"
        case .methodNotFound: "해당 메서드가 없습니다"
        case .invalidParams: "쓸 수 없는 값입니다"
        case .internal: "서비스 안에서 오류가 났습니다"
        case .unavailable: "서비스가 지금은 요청을 받지 않습니다"
        case .deadlineExceeded: "시간 안에 처리하지 못했습니다"
        case .overloaded: "기다리는 요청이 너무 많습니다"
        case .payloadTooLarge: "요청이 너무 큽니다"
        case .unauthenticated: "등록되지 않은 판매자입니다."
        case .permissionDenied: "권한이 없습니다."
        case .storageUnavailable: "서비스가 지금은 저장할 수 없습니다"
        case .commitUnknown: "저장되었는지 알 수 없습니다"
        case .idempotencyKeyReused: "이 키는 다른 요청에 이미 쓰였습니다"
        case .replayTruncated: "그 순번의 기록은 더는 보관되지 않습니다"
        case .notActive: "쓰기는 다른 워커가 받습니다"
        case .behind: "이 워커는 아직 그 순번에 이르지 못했습니다"
        case .versionMismatch: versionMismatch
        case .insufficientStock: "재고가 부족합니다."
        case .quantityOutOfRange: "수량이 범위를 벗어납니다"
        case .unknownFruit: unknownFruit
        case .unknownJuice: unknownJuice
        case .unknownOrder: "해당 주문이 없습니다."
        case .unknownProduct: "해당 상품이 없습니다."
        case .imageRejected: "받을 수 없는 이미지입니다"
        case .uriExpired: "삭제 주소가 이미 쓰였거나 만료되었습니다."
        case .syntaxError: "식이 올바르지 않습니다."
        case .formulaTooLong: "식이 너무 깁니다."
        case .unknownEntry: "해당 출품작이 없습니다."
        case .unknownImage: "해당 그림이 없습니다."
        }
    }

    private func remedy(_ error: RPCError) -> String {
        guard error.retry == .always else { return "" }
        guard let milliseconds = error.retryAfterMilliseconds else {
            return pick("; 잠시 뒤에 다시 하세요", "; try again later")
        }
        return pick("; \(milliseconds)ms 뒤에 다시 하세요", "; try again in \(milliseconds) ms")
    }

    /// The option that would hold now: of the fruits that were expected, else of the whole stock.
    private func expectation(_ error: RPCError, _ failure: CallFailure) -> [String] {
        let fruits = error.levels.filter { failure.expectedFruits.contains($0.fruit) }
        let options = fruits.map { "--expect \(RepeatCommand.quoted("\($0.fruit)=\($0.version)"))" }
        if !options.isEmpty { return [currentVersion(options.joined(separator: " "))] }
        return error.actualVersion.map { [currentVersion("--expect \($0)")] } ?? []
    }
}

// MARK: Params

extension Texts {
    /// What is wrong with a param, by the name under which it was given.
    private func violation(_ violation: Violation, _ failure: CallFailure) -> String {
        let label = label(violation.pointer, failure)
        // The service begins with its own name of the param.
        let member = violation.pointer.dropFirst().split(separator: "/")
        let element = member.dropLast().joined(separator: ".") + "[\(member.last ?? "")]"
        let names = [member.joined(separator: "."), element]
        let name = names.first { violation.detail.hasPrefix("\($0) ") }
        let fault = name.map { String(violation.detail.dropFirst($0.utf8.count + 1)) }
        guard let fault else {
            return pick("\(label): \(koreanFault(violation.detail))", "\(label): \(violation.detail)").printable
        }
        let english = fault.replacing("1 to \(Int.max)", with: "1 or more")
        return pick("\(label): \(koreanFault(english))", "\(label) \(english)").printable
    }

    /// The option or the argument that became a param; in JSON its own name.
    private func label(_ pointer: String, _ failure: CallFailure) -> String {
        let member = pointer.dropFirst().split(separator: "/").map(String.init)
        guard !failure.isTypedAsJSON else { return member.joined(separator: ".") }
        switch (member.first, member.count) {
        case ("levels", 2), ("changes", 2): return failure.names.fruit(member[1], language)
        case ("expectedversion", _): return "--expect"
        case ("keys", 2): return pick("\((Int(member[1]) ?? 0) + 1)번째 키", "key \((Int(member[1]) ?? 0) + 1)")
        case ("page_no", 1): return "--page"
        case ("items_per_page", 1): return "--per-page"
        case ("search_value", 1): return "--search"
        case ("image_name", 1): return "<name>"
        case ("limit", 1), ("after", 1), ("search", 1), ("state", _): return "--\(member[0])"
        case ("if_revision", 1): return "--if-revision"
        case ("identifier", 1): return "--identifier"
        case ("secret", 1): return "--secret-file"
        default: return member.isEmpty ? failure.method : "<\(member.joined(separator: "."))>"
        }
    }

    private func koreanFault(_ english: String) -> String {
        if let match = english.wholeMatch(of: /must be (-?\d+) to (\d+)/) { return "\(match.1)에서 \(match.2)까지여야 합니다" }
        if let match = english.wholeMatch(of: /must be (\d+) or more/) { return "\(match.1) 이상이어야 합니다" }
        if let match = english.wholeMatch(of: /must have at most (\d+) characters/) { return "\(match.1)자 이하여야 합니다" }
        if let match = english.wholeMatch(of: /must have (\d+) to (\d+) bytes of UTF-8/) {
            return "\(match.1)에서 \(match.2)바이트까지여야 합니다"
        }
        if let match = english.wholeMatch(of: /must not be (.+)/) { return "\(match.1)일 수 없습니다" }
        switch english {
        case "is required": return "꼭 있어야 합니다"
        case "must be a string": return "글이어야 합니다"
        case "must be a number": return "수여야 합니다"
        case "must be an object": return "객체여야 합니다"
        case "must be true or false": return "true 나 false 여야 합니다"
        case "must be an array of strings": return "글의 목록이어야 합니다"
        case "must be an integer without fraction or exponent": return "정수여야 합니다"
        case "must have at least one member": return "하나 이상 있어야 합니다"
        case "must be the next of an earlier page": return "앞쪽이 끝난 곳의 커서여야 합니다"
        case "is no key of the keypad": return "계산기의 키가 아닙니다"
        default: return "쓸 수 없는 값입니다 (\(english))"
        }
    }
}
