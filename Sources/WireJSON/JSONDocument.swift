internal import CSimdJSON

/// The buffers of one text: its bytes and its nodes.
///
/// Pointers into the buffers never leave a method, and each method keeps the document alive for as long as it has one.
@safe
final class JSONDocument {
    private let storage: UnsafeMutablePointer<CSimdJSON_Document>

    init() {
        unsafe storage = .allocate(capacity: 1)
        unsafe storage.initialize(to: CSimdJSON_Document())
    }

    deinit {
        unsafe CSimdJSON_freeDocument(storage)
        unsafe storage.deallocate()
    }

    /// The bytes it takes.
    var capacity: Int {
        unsafe storage.pointee.byteCapacity + storage.pointee.nodeCapacity * MemoryLayout<CSimdJSON_Node>.stride
    }

    /// Replaces the text.
    ///
    /// Only for a document of which nobody holds a node: nodes look into the buffers.
    func fill(with bytes: Span<UInt8>, parser: OpaquePointer, limits: CSimdJSON_Limits) -> CSimdJSON_Result {
        unsafe withExtendedLifetime(self) {
            unsafe bytes.withUnsafeBufferPointer { buffer in
                unsafe CSimdJSON_read(parser, storage, buffer.baseAddress, buffer.count, limits)
            }
        }
    }

    @inline(__always)
    func node(at index: UInt32) -> CSimdJSON_Node {
        withExtendedLifetime(self) { unsafe CSimdJSON_node(storage, index).pointee }
    }

    /// Lends the bytes of a node as they stand in the text: a string without its quotes, all else as a whole.
    @inline(__always)
    func withText<Result, Failure: Error>(
        at index: UInt32,
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withExtendedLifetime(self) { () throws(Failure) in
            let node = unsafe CSimdJSON_node(storage, index)
            return unsafe try body(
                UnsafeBufferPointer(start: CSimdJSON_text(storage, node), count: Int(node.pointee.length))
            )
        }
    }

    /// Lends the text of a string node without escapes, or of a number.
    @inline(__always)
    func withPlainText<Result, Failure: Error>(
        at index: UInt32,
        _ body: (UTF8Span) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe try withText(at: index) { bytes throws(Failure) in
            // The whole text was found to be UTF-8, and a string ends at a quote.
            unsafe try body(UTF8Span(unchecked: bytes.span))
        }
    }

    /// A string of the text of a string node without escapes, or of a number.
    func plainString(at index: UInt32) -> String {
        withPlainText(at: index) { text in
            var text = text
            // A string that knows it is compared and hashed byte by byte.
            _ = text.checkForASCII()
            return String(copying: text)
        }
    }

    /// The text of a string node with its escapes resolved.
    func string(at index: UInt32) -> String {
        let node = node(at: index)
        guard node.escaped else { return plainString(at: index) }
        return withExtendedLifetime(self) {
            unsafe String(unsafeUninitializedCapacity: Int(node.length)) { buffer in
                // A string with an escape in it is never empty, so there is a buffer.
                guard let output = buffer.baseAddress else { return 0 }
                return unsafe CSimdJSON_decodeString(storage, index, output)
            }
        }
    }

    /// The value of an integer node that fits `Int`; nil for any other node.
    func integer(at index: UInt32) -> Int? {
        unsafe node(at: index).kind == .integer ? withText(at: index) { unsafe Int(decimal: $0) } : nil
    }

    func stringEquals(at index: UInt32, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        withExtendedLifetime(self) { unsafe CSimdJSON_stringEquals(storage, index, text.baseAddress, text.count) }
    }

    /// The index of the value of a member, if the object has it.
    func member(_ name: UnsafeBufferPointer<UInt8>, ofObjectAt index: UInt32) -> UInt32? {
        let value = withExtendedLifetime(self) {
            unsafe CSimdJSON_findMember(storage, index, name.baseAddress, name.count)
        }
        return value == 0 ? nil : value
    }

    /// The indices of the values of several members; 0 where there is none.
    func findMembers(_ names: JSONNames, ofObjectAt index: UInt32, into values: inout SIMD8<UInt32>) {
        withExtendedLifetime(self) {
            unsafe names.bytes.withUnsafeBufferPointer { bytes in
                unsafe withUnsafeMutableBytes(of: &values) { values in
                    // Without names there is nothing to find.
                    let values = unsafe values.assumingMemoryBound(to: UInt32.self)
                    guard let first = bytes.baseAddress, let value = values.baseAddress else { return }
                    unsafe CSimdJSON_findMembers(storage, index, first, names.count, value)
                }
            }
        }
    }

    /// Whether a string node comes before another by the UTF-8 of its decoded text.
    func stringPrecedes(_ left: UInt32, _ right: UInt32) -> Bool {
        withExtendedLifetime(self) { unsafe CSimdJSON_compareStrings(storage, left, right) < 0 }
    }
}

extension Int {
    /// The value of `-?[0-9]+`, or nil when it does not fit.
    fileprivate init?(decimal text: UnsafeBufferPointer<UInt8>) {
        let isNegative = unsafe text.first == UInt8(ascii: "-")
        var value = 0
        for index in text.indices.dropFirst(isNegative ? 1 : 0) {
            let amount = unsafe Int(text[index] &- UInt8(ascii: "0"))
            // Grown away from zero in its own direction, because Int.min has no positive counterpart.
            let (tenfold, over) = value.multipliedReportingOverflow(by: 10)
            let (next, past) =
                isNegative ? tenfold.subtractingReportingOverflow(amount) : tenfold.addingReportingOverflow(amount)
            if over || past { return nil }
            value = next
        }
        self = value
    }
}
