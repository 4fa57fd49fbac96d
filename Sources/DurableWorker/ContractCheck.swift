internal import Contract
internal import WireJSON

/// Whether callers of a former version of a service can call the present one.
public enum ContractCheck {
    /// What of the service would break them.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - document: The former contract, as `--print-contract` has printed it.
    /// - Returns: One sentence for each; none when all may go on.
    /// - Throws: An error that says where the document is no JSON.
    public static func breaks<Service: DurableService>(
        of service: Service,
        since document: String
    ) throws -> [String] {
        let present = try JSONReader(limits: .generous).read(RunningService(service).openRPC)
        return ContractChange(from: try JSONReader(limits: .generous).read(document), to: present).breaks
    }
}
