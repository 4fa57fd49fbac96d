package import WireJSON

/// The params of one method, read from the wire by a service and written to it by a client.
package protocol RequestParams: JSONWritable {
    /// Reads the params; what is wrong is collected by the reader.
    init(from reader: inout ParamsReader)
}

extension RequestParams {
    /// Reads the params of a request.
    ///
    /// - Throws: ``RPCError`` `INVALID_PARAMS` with every violation.
    package init(_ node: JSONNode?) throws(RPCError) {
        var reader = ParamsReader(node)
        self.init(from: &reader)
        try reader.finish()
    }
}
