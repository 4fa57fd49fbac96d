import WireJSON

/// Why a reader refuses a text, or nil when it accepts it.
func refusal(of bytes: [UInt8], by reader: JSONReader = JSONReader()) -> JSONError? {
    do {
        _ = try reader.read(bytes)
        return nil
    } catch {
        return error
    }
}

/// Why a reader refuses a text, or nil when it accepts it.
func refusal(of text: String, by reader: JSONReader = JSONReader()) -> JSONError? {
    refusal(of: Array(text.utf8), by: reader)
}
