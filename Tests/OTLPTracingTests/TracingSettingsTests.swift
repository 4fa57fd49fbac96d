import Testing

@testable import OTLPTracing

struct TracingSettingsTests {
    private func settings(_ variables: [String: String]) throws -> TracingSettings? {
        try TracingSettings(program: "test", version: "1") { variables[$0] }
    }

    @Test func `without an endpoint there is nothing, whatever else is said`() throws {
        #expect(try settings([:]) == nil)
        #expect(try settings(["OTEL_EXPORTER_OTLP_ENDPOINT": "", "OTEL_TRACES_SAMPLER": "none such"]) == nil)
    }

    @Test(arguments: [
        ("http://localhost:4318", "localhost:4318", "/v1/traces"), ("http://[::1]:4318/", "[::1]:4318", "/v1/traces"),
        ("HTTP://collector/otlp/", "collector:80", "/otlp/v1/traces"),
        ("https://collector", "collector:443", "/v1/traces"),
        ("http://fd00:10:96::c:4318", "[fd00:10:96::c]:4318", "/v1/traces"),
        ("http://1:2:3:4:5:6:7:8:4318/otlp", "[1:2:3:4:5:6:7:8]:4318", "/otlp/v1/traces"),
    ])
    func `the common endpoint gets the path of traces`(_ text: String, _ authority: String, _ path: String) throws {
        let endpoint = try #require(try settings(["OTEL_EXPORTER_OTLP_ENDPOINT": text])).endpoint
        #expect(endpoint.authority == authority)
        #expect(endpoint.path == path)
    }

    @Test func `that of traces is taken as it is`() throws {
        let both = ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://a", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://b/in/"]
        let endpoint = try #require(try settings(both)).endpoint
        #expect((endpoint.host, endpoint.path) == ("b", "/in/"))
    }

    @Test(arguments: [
        "https://", "ftp://a", "a:4318", "http://", "http://:1", "http://a:0", "http://a:x", "http://a:1:2",
        "http://[::1",
        "http://::1", "http://fd00::",
        "http://u@a",
        "http://a/?b", "http://a b",
    ])
    func `an endpoint that is none is an error`(_ text: String) {
        #expect(throws: TracingError.self) { try settings(["OTEL_EXPORTER_OTLP_ENDPOINT": text]) }
    }

    @Test func `certificates that cannot be read are an error, and those of traces outrank the others`() throws {
        let endpoint = ["OTEL_EXPORTER_OTLP_ENDPOINT": "https://a"]
        let both = ["OTEL_EXPORTER_OTLP_CERTIFICATE": "/nowhere", "OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE": "/dev/null"]
        #expect(try settings(endpoint.merging(both) { $1 })?.certificates == "/dev/null")
        #expect(throws: TracingError.self) {
            try settings(endpoint.merging(["OTEL_EXPORTER_OTLP_CERTIFICATE": "/nowhere"]) { $1 })
        }
    }

    @Test func `a share of the traces is that share, and the same traces are in every larger one`() throws {
        var generator = SystemRandomNumberGenerator()
        let traces = (0..<20_000).map { _ in
            TraceContext.TraceID(high: generator.next(), low: generator.next())
        }
        let (small, large) = (
            try TraceSampler("traceidratio", argument: "0.1"),
            try TraceSampler("parentbased_traceidratio", argument: "0.5")
        )
        let (few, many) = (
            traces.filter { small.samples($0, parent: nil) }, traces.filter { large.samples($0, parent: nil) }
        )
        #expect((1_600...2_400).contains(few.count))
        #expect((9_000...11_000).contains(many.count))
        #expect(Set(few).isSubset(of: Set(many)))
    }
}
