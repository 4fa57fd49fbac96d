internal import HTTPTypes
internal import HummingbirdCore
internal import Messages
internal import PictureFiles

/// Pictures as a client sends them: a form whose part `params` is one JSON text, with the pictures in other parts.
struct OpenMarketUpload: Sendable {
    let params: [UInt8]
    /// As they are, in the order of the form, but without the films of motion photos; what kind each is, the market finds out.
    let pictures: [[UInt8]]

    /// Reads the body of a request.
    ///
    /// - Parameters:
    ///   - method: What it is for.
    ///   - id: The product whose pictures they are; `nil` for a new one.
    /// - Throws: ``Problem``.
    init(_ call: OpenMarketCall, for method: MethodDefinition, id: Int? = nil) async throws {
        let type = call.request.headers[.contentType] ?? ""
        guard let field = FieldParameters(type.utf8), field.value == "multipart/form-data" else {
            throw Problem(.unsupportedMediaType, "the body has to be multipart/form-data, and is \(type)")
        }
        guard let boundary = field["boundary"] else {
            throw Problem(.badRequest, "Content-Type has no boundary")
        }
        let body = try await call.body(for: method, limit: OpenMarketCall.largestForm)
        let form: MultipartForm
        do throws(MultipartForm.Malformed) {
            form = try MultipartForm(body, boundary: boundary)
        } catch {
            throw Problem(.badRequest, error.detail)
        }
        let texts = form.parts.filter { $0.name == "params" }
        guard texts.count == 1, let text = texts.first else {
            throw Problem(.badRequest, "the form needs exactly one part params, and has \(texts.count)")
        }
        let node = try OpenMarketForm.read(text.content, called: "the part params")
        params = try OpenMarketForm.params(node, identifier: call.identifier, id: id, isProduct: id == nil)
        pictures = form.parts.filter { $0.name == "images" || $0.name == "images[]" }
            .map { JPEGFile.still(of: Array($0.content)) }
    }
}
