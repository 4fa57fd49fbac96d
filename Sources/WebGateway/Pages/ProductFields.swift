internal import Hummingbird
internal import Localization
internal import Messages
internal import NIOCore
internal import PictureFiles
internal import WireJSON

/// What a vendor has typed into the form of a product.
struct ProductFields: Sendable {
    private static let texts = ["name", "description", "currency"]
    private static let numbers = ["price", "discounted_price", "stock", "thumbnail_id"]

    var identifier = ""
    private var values: [String: String] = [:]

    /// An empty form.
    init() { values["currency"] = "KRW" }

    init(form: [String: String]) {
        identifier = form["identifier"] ?? ""
        values = form.filter { (Self.texts + Self.numbers).contains($0.key) }
    }

    init(_ product: MarketProduct) {
        values = [
            "name": product.name, "description": product.description ?? "", "currency": product.currency,
            "price": product.price, "discounted_price": product.discountedPrice, "stock": "\(product.stock)",
        ]
    }

    /// As the template takes them; never the secret.
    var context: [String: Any] {
        var context: [String: Any] = values
        context["identifier"] = identifier
        context["is_krw"] = values["currency"] == "KRW"
        context["is_usd"] = values["currency"] == "USD"
        return context
    }

    /// Params of a method of the market; a number that is none goes on as a text, for the market to refuse.
    ///
    /// - Parameter present: The product as it is: what is the same is left out.
    func params(secret: String, id: Int? = nil, without present: ProductFields? = nil) -> [UInt8] {
        JSONWriter.object { writer in
            writer.member("identifier", identifier)
            writer.member("secret", secret)
            if let id { writer.member("id", id) }
            writeMembers(without: present, to: &writer)
        }
    }

    /// Params of `market.products.check`.
    ///
    /// - Parameter present: The product as it is: what is the same is left out.
    func form(without present: ProductFields?) -> [UInt8] {
        JSONWriter.object { writer in writeMembers(without: present, to: &writer) }
    }

    private func writeMembers(without present: ProductFields?, to writer: inout JSONWriter) {
        for name in Self.texts + Self.numbers {
            // Browsers send line ends as two characters.
            guard let value = values[name]?.replacing("\r\n", with: "\n") else { continue }
            if let present, present.values[name] == value { continue }
            if Self.numbers.contains(name) {
                guard !value.isEmpty else { continue }
                writer.name(name)
                if let number = (try? JSONReader().read(value))?.numberText {
                    writer.number(number)
                } else {
                    writer.string(value)
                }
            } else {
                writer.name(name)
                writer.string(value)
            }
        }
    }
}

/// The fields and the pictures of a form that has files.
struct MultipartFields: Sendable {
    /// By name; of several the first.
    let texts: [String: String]
    let pictures: [[UInt8]]
    /// The numbers of pictures that stay, as they came.
    let kept: [String]

    /// Reads the body of a request.
    ///
    /// - Throws: ``Problem`` when it is no such form.
    init(of request: Request) async throws {
        let type = request.headers[.contentType] ?? ""
        guard let field = FieldParameters(type.utf8), field.value == "multipart/form-data",
            let boundary = field["boundary"]
        else { throw Problem(.unsupportedMediaType, "the body has to be a form with files") }
        let body = try await request.body.collect(upTo: OpenMarketCall.largestForm)
        let form: MultipartForm
        do throws(MultipartForm.Malformed) {
            form = try MultipartForm(Array(body.readableBytesView), boundary: boundary)
        } catch {
            throw Problem(.badRequest, error.detail)
        }
        var texts: [String: String] = [:]
        var pictures: [[UInt8]] = []
        for part in form.parts {
            if part.name == "images" {
                // A field without a file is sent as an empty one.
                if !part.content.isEmpty { pictures.append(JPEGFile.still(of: Array(part.content))) }
            } else if texts[part.name] == nil {
                texts[part.name] = String(decoding: part.content, as: UTF8.self)
            }
        }
        (self.texts, self.pictures) = (texts, pictures)
        kept = form.parts.filter { $0.name == "keep" }.map { String(decoding: $0.content, as: UTF8.self) }
    }
}

/// What is wrong with a form, by its fields.
struct ProductFaults {
    /// The first text of each field.
    private(set) var byField: [String: String] = [:]

    init(_ problem: Problem, in texts: TextTable) {
        guard let error = problem.error else { return }
        switch error.knownReason {
        case .unauthenticated: byField["identifier"] = texts["js_fault_identifier"]
        case .permissionDenied where error.violations.contains { $0.pointer == "/id" }:
            byField["form"] = texts["js_fault_not_yours"]
        case .permissionDenied where error.violations.contains { $0.pointer == "/secret" }:
            byField["secret"] = texts["js_fault_secret"]
        default: break
        }
        for violation in error.violations {
            let words = violation.pointer.split(separator: "/").map(String.init)
            let field = words.first ?? "form"
            guard byField[field] == nil else { continue }
            byField[field] = Self.text(of: violation, field: field, at: words, in: texts)
        }
    }

    private static func text(of violation: Violation, field: String, at words: [String], in texts: TextTable) -> String
    {
        if field == "images", words.count > 1, let place = Int(words[1]) {
            let kinds = ["OUT_OF_RANGE": "range", "UNKNOWN": "unknown"]
            let text = texts["js_fault_image_\(kinds[violation.reason] ?? "malformed")"]
            return texts("js_fault_image", number: "\(place + 1)", text: text)
        }
        let malformed = "js_fault_\(field)_malformed"
        if violation.reason == Violation.Reason.malformed.rawValue, let text = texts.entries[malformed] { return text }
        return texts.entries["js_fault_\(field)"]
            ?? (texts.language == .english ? violation.detail : texts["js_failed"])
    }
}
