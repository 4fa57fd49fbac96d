internal import Glibc

/// Where spans are sent, which, and how much may wait: OpenTelemetry's variables, and its defaults.
package struct TracingSettings: Sendable {
    let endpoint: CollectorEndpoint
    let headers: [(name: String, value: String)]
    /// The file of the certificates that are trusted for https; `nil` for those of the system.
    let certificates: String?
    /// What all spans of the process share.
    let resource: [(name: String, value: String)]
    let sampler: TraceSampler
    /// Milliseconds that a request to the collector may take.
    let timeout: Int
    /// Milliseconds that a span waits for others at most.
    let delay: Int
    /// Spans that may wait; what comes beyond is dropped.
    let mostWaiting: Int
    /// Spans of one request.
    let mostAtOnce: Int

    /// Reads them; `nil` where nobody wants spans.
    ///
    /// - Parameters:
    ///   - program: What the spans call it where no variable does.
    ///   - version: Its version.
    ///   - value: The value of a variable; `nil` where it is not set.
    /// - Throws: ``TracingError`` for a value that cannot be read.
    package init?(program: String, version: String, _ value: (String) -> String?) throws(TracingError) {
        func set(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
        guard set("OTEL_SDK_DISABLED")?.lowercased() != "true" else { return nil }
        let (own, common) = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
        if let text = set(own) {
            endpoint = try CollectorEndpoint(text, in: own, adding: "")
        } else if let text = set(common) {
            endpoint = try CollectorEndpoint(text, in: common, adding: "/v1/traces")
        } else {
            return nil
        }
        if let kind = set("OTEL_EXPORTER_OTLP_PROTOCOL"), kind != "http/json" {
            throw TracingError(.configuration, "OTEL_EXPORTER_OTLP_PROTOCOL is '\(kind)'; only http/json is supported")
        }
        func number(_ name: String, else standard: Int, in range: ClosedRange<Int>) throws(TracingError) -> Int {
            guard let text = set(name) else { return standard }
            guard let number = Int(text), range.contains(number) else {
                let range = "from \(range.lowerBound) to \(range.upperBound)"
                throw TracingError(.configuration, "\(name) is '\(text)', and has to be a number \(range)")
            }
            return number
        }
        headers = try PairList.read(set("OTEL_EXPORTER_OTLP_HEADERS"), in: "OTEL_EXPORTER_OTLP_HEADERS")
        let names = ["OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE", "OTEL_EXPORTER_OTLP_CERTIFICATE"]
        let variable = names.first { set($0) != nil }
        certificates = variable.flatMap(set)
        if let variable, let certificates, unsafe access(certificates, R_OK) != 0 {
            throw TracingError(.configuration, "\(variable): '\(certificates)' cannot be read")
        }
        timeout = try number("OTEL_EXPORTER_OTLP_TIMEOUT", else: 10_000, in: 1...600_000)
        delay = try number("OTEL_BSP_SCHEDULE_DELAY", else: 5_000, in: 1...600_000)
        mostWaiting = try number("OTEL_BSP_MAX_QUEUE_SIZE", else: 2_048, in: 1...1_000_000)
        mostAtOnce = min(mostWaiting, try number("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", else: 512, in: 1...65_536))
        sampler = try TraceSampler(set("OTEL_TRACES_SAMPLER"), argument: set("OTEL_TRACES_SAMPLER_ARG"))
        let given = try PairList.read(set("OTEL_RESOURCE_ATTRIBUTES"), in: "OTEL_RESOURCE_ATTRIBUTES")
        let named = given.first { $0.name == "service.name" }?.value
        var resource: [(name: String, value: String)] = [
            ("service.name", set("OTEL_SERVICE_NAME") ?? named ?? program), ("service.version", version),
            ("telemetry.sdk.name", "jangteo"), ("telemetry.sdk.language", "swift"),
            ("telemetry.sdk.version", version),
        ]
        let known = resource.map(\.name)
        resource += given.filter { !known.contains($0.name) }
        self.resource = resource
    }
}
