internal import Messages
internal import Platform
internal import Terminal

extension Texts {
    /// The members of the form in the order in which their faults are told, and the options that fill them in.
    private static let options = [
        ("/identifier", "--identifier"), ("/secret", "--secret-file"), ("", ""), ("/id", ""), ("/name", "--name"),
        ("/description", "--description"), ("/thumbnail_id", "--thumbnail"), ("/price", "--price"),
        ("/currency", "--currency"), ("/discounted_price", "--discount"), ("/stock", "--stock"), ("/images", "--image"),
        ("/keep", "--keep"),
    ]

    /// Everything that is wrong with a form.
    func formRefusal(_ faults: [String], palette: Palette) -> [String] {
        [heading(self["form_refusal"], palette: palette)] + faults.map { "  \($0)" }
    }

    /// A line for each fault, in the order of the form.
    ///
    /// - Parameter images: The files whose pictures were sent.
    func formFaults(_ violations: [Violation], images: [String] = []) -> [String] {
        let places = Self.options.map(\.0)
        let ranked = violations.enumerated().map { place, violation in
            (rank: places.firstIndex(of: violation.pointer) ?? places.count, place: place, violation: violation)
        }
        return ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map {
            formFault($0.violation, images: images)
        }
    }

    /// A line for each file that cannot be sent.
    func pictureFaults(_ faults: [PictureUpload.Fault]) -> [String] {
        faults.map { fault in
            let option = fault.file.map { "--image \($0.path.printable)" } ?? "--image"
            return "\(option): \(sentence(fault.reason))"
        }
    }

    private func formFault(_ violation: Violation, images: [String]) -> String {
        let pointer = violation.pointer
        if pointer.hasPrefix("/images/"), let place = Int(pointer.dropFirst("/images/".count)) {
            let file = images.indices.contains(place) ? " \(images[place].printable)" : " \(place + 1)"
            return "--image\(file): \(pictureSentence(violation))"
        }
        let isAt = { (place: String) in place == pointer || !place.isEmpty && pointer.hasPrefix("\(place)/") }
        let (place, option) = Self.options.first { isAt($0.0) } ?? (pointer, pointer.printable)
        let sentence = sentence(violation, of: place)
        // What the service says begins with the member; people know it as the option.
        let member = pointer.dropFirst()
        if !option.isEmpty, sentence.hasPrefix("\(member) ") { return option + sentence.dropFirst(member.count) }
        return option.isEmpty ? sentence : "\(option): \(sentence)"
    }

    private func sentence(_ reason: PictureUpload.Fault.Reason) -> String {
        switch reason {
        case .count: self["picture_count"]
        case .tooLarge: self["picture_too_large"]
        case .unreadable(let code):
            self("picture_unreadable", problem: SystemError.text(code))
        }
    }

    private func pictureSentence(_ violation: Violation) -> String {
        self[optional: "wire_picture_\(violation.reason.lowercased())"] ?? violation.detail.printable
    }

    /// What the form of the original clients says; in English what the service says.
    private func sentence(_ violation: Violation, of place: String) -> String {
        let key = "wire_form\(place)"
        let malformed =
            violation.reason == Violation.Reason.malformed.rawValue ? self[optional: "\(key) malformed"] : nil
        return malformed ?? self[optional: key] ?? violation.detail.printable
    }

    func productShortage(_ error: RPCError, palette: Palette) -> [String] {
        let lines = error.shortages.map { shortage in
            self(
                "product_shortage_of",
                item: shortage.item.printable,
                required: shortage.required,
                left: left(shortage.available)
            )
        }
        return [heading(self["product_shortage"], palette: palette)] + lines
    }
}
