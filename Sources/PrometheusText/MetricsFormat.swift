/// The two text formats that Prometheus reads.
package enum MetricsFormat: Sendable {
    /// <https://prometheus.io/docs/instrumenting/exposition_formats/>
    case prometheus
    /// <https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md>
    case openMetrics

    /// The one that a caller asks for.
    ///
    /// - Parameter accept: The header `Accept`.
    package init(accept: String?) {
        self = accept?.contains("application/openmetrics-text") == true ? .openMetrics : .prometheus
    }

    package var contentType: String {
        switch self {
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        }
    }
}
