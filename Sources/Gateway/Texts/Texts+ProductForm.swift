internal import Messages
internal import Platform

extension Texts {
    /// The members of the form in the order in which their faults are told, and the options that fill them in.
    private static let options = [
        ("/identifier", "--identifier"), ("/secret", "--secret-file"), ("", ""), ("/id", ""), ("/name", "--name"),
        ("/description", "--description"), ("/thumbnail_id", "--thumbnail"), ("/price", "--price"),
        ("/currency", "--currency"), ("/discounted_price", "--discount"), ("/stock", "--stock"), ("/images", "--image"),
    ]

    /// Everything that is wrong with a form.
    func formRefusal(_ faults: [String], _ palette: Palette) -> [String] {
        let text = pick("입력한 내용을 고쳐 주세요.", "the form cannot be accepted")
        return [heading(text, palette)] + faults.map { "  \($0)" }
    }

    /// A line for each fault, in the order of the form.
    ///
    /// - Parameter images: The files whose pictures were sent.
    func formFaults(_ violations: [Violation], images: [String] = []) -> [String] {
        let places = Self.options.map(\.0)
        let ranked = violations.enumerated().map { place, violation in
            (rank: places.firstIndex(of: violation.pointer) ?? places.count, place: place, violation: violation)
        }
        return ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map { formFault($0.violation, images) }
    }

    /// A line for each file that cannot be sent.
    func pictureFaults(_ faults: [PictureUpload.Fault]) -> [String] {
        faults.map { fault in
            let option = fault.file.map { "--image \($0.path.printable)" } ?? "--image"
            return "\(option): \(sentence(fault.reason))"
        }
    }

    private func formFault(_ violation: Violation, _ images: [String]) -> String {
        let pointer = violation.pointer
        if pointer.hasPrefix("/images/"), let place = Int(pointer.dropFirst("/images/".count)) {
            let file = images.indices.contains(place) ? " \(images[place].printable)" : " \(place + 1)"
            return "--image\(file): \(pictureSentence(violation))"
        }
        let option = Self.options.first { $0.0 == pointer }?.1 ?? pointer.printable
        let sentence = sentence(violation)
        return option.isEmpty ? sentence : "\(option): \(sentence)"
    }

    private func sentence(_ reason: PictureUpload.Fault.Reason) -> String {
        switch reason {
        case .count: pick("이미지는 최소 1장, 최대 5장입니다.", "1 to 5 images are required.")
        case .tooLarge: pick("이미지는 300KB(307,200바이트) 이하여야 합니다.", "An image has at most 300 KB (307,200 bytes).")
        case .unreadable(let code):
            pick("파일을 읽을 수 없습니다: \(SystemError.text(code))", "The file cannot be read: \(SystemError.text(code))")
        }
    }

    private func pictureSentence(_ violation: Violation) -> String {
        let korean: String? =
            switch Violation.Reason(rawValue: violation.reason) {
            case .range: "이미지는 300KB 이하, 가로와 세로 8,000픽셀 이하여야 합니다."
            case .unknown: "PNG, JPEG, WebP, GIF 이미지가 아닙니다. HEIC·AVIF 사진은 JPEG로 저장해서 올려 주세요."
            case .malformed: "이미지가 손상되었습니다."
            default: nil
            }
        return pick(korean ?? violation.detail.printable, violation.detail.printable)
    }

    /// What the form of the original clients says; in English what the service says.
    private func sentence(_ violation: Violation) -> String {
        let isMalformed = violation.reason == Violation.Reason.malformed.rawValue
        let korean: String? =
            switch violation.pointer {
            case "/name": isMalformed ? "상품명에 쓸 수 없는 문자가 있습니다" : "상품명은 3~100자로 입력하세요"
            case "/description":
                isMalformed ? "상품 상세설명에 쓸 수 없는 문자가 있습니다" : "상품 상세설명은 10~1000자로 입력하세요"
            case "/price":
                isMalformed ? "상품가격은 KRW는 소수점 없이, USD는 소수점 두 자리까지 입력하세요" : "상품가격에 양수를 입력하세요"
            case "/discounted_price":
                isMalformed
                    ? "할인금액은 KRW는 소수점 없이, USD는 소수점 두 자리까지 입력하세요" : "할인금액에 0과 상품 가격 사이의 값을 입력하세요"
            case "/currency": "화폐는 KRW 또는 USD로 입력하세요"
            case "/stock": "재고수량은 0~1,000,000,000 사이의 정수로 입력하세요"
            case "/thumbnail_id": "이 상품의 이미지 번호를 입력하세요"
            case "/images": "이미지는 최소 1장, 최대 5장입니다."
            case "": "바꿀 내용을 하나 이상 입력하세요"
            default: nil
            }
        return pick(korean ?? violation.detail.printable, violation.detail.printable)
    }

    // MARK: Refusals

    func productShortage(_ error: RPCError, _ palette: Palette) -> [String] {
        let lines = error.shortages.map { shortage in
            pick(
                "\(shortage.item.printable)번 상품: \(shortage.required)개 필요, \(left(shortage.available))",
                "product \(shortage.item.printable): \(shortage.required) required, \(left(shortage.available))"
            )
        }
        return [heading(pick("재고가 부족합니다.", "there is not enough in stock"), palette)] + lines
    }

    /// Why somebody may not do a thing, by the param that says so.
    func koreanDenial(_ error: RPCError) -> String {
        switch error.violations.first?.pointer {
        case "/secret": "비밀번호가 일치하지 않습니다."
        case "/id", "/uri": "다른 판매자의 상품입니다."
        default: "권한이 없습니다."
        }
    }
}
