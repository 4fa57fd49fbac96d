import MarketDomain
import Messages

extension MarketError {
    /// The refusal of a change that names nothing to change.
    static var nothingToChangeViolation: Violation {
        Violation(path: [], reason: .required, detail: "at least one member to change is required")
    }

    /// Everything that is wrong with what was filled in; empty for refusals of another kind.
    var violations: [Violation] {
        switch code {
        case .invalidProduct(let faults): faults.map { Violation($0) }
        case .nothingToChange: [Self.nothingToChangeViolation]
        case .invalidVendorName(let rules):
            rules.map {
                Violation(path: ["name"], reason: $0.reason, detail: ProductFault(.name, rule: $0).description)
            }
        case .quantityOutOfRange:
            [Violation(path: ["quantity"], reason: .range, detail: "quantity must be 1 to 1000")]
        case .insufficientStock, .permissionDenied, .uriExpired: []
        }
    }
}

extension Violation {
    /// What is wrong with one member of a product.
    init(_ fault: ProductFault) {
        self.init(path: [fault.member.rawValue], reason: fault.rule.reason, detail: fault.description)
    }
}

extension ProductFault.Rule {
    /// The kind of fault as a word for programs.
    var reason: Violation.Reason {
        switch self {
        case .required: .required
        case .characters, .bytes, .sum, .discountAbovePrice, .quantity, .pictures: .range
        case .controlCharacters, .fractionDigits: .malformed
        case .currency, .foreignPicture: .unknown
        }
    }
}

extension [Violation] {
    /// Adds a violation that was found by the rules of the market, unless its member has one already.
    ///
    /// A member that could not be read counts as missing for those rules; that is not reported as well.
    mutating func add(_ violation: Violation) {
        if !contains(where: { $0.pointer == violation.pointer }) { append(violation) }
    }
}
