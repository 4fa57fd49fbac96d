/// Figures as text that Prometheus reads.
package struct MetricsText: Sendable {
    /// What the samples of a family are.
    package enum Kind: String, Sendable {
        /// Only rises, from 0 with the start of what is counted.
        case counter
        case gauge
    }

    /// One figure with the labels that tell it from the others of its family.
    package struct Sample: Sendable {
        let labels: [(name: String, value: String)]
        let value: Double

        package init(_ labels: [(name: String, value: String)], _ value: Double) {
            (self.labels, self.value) = (labels, value)
        }

        package init(_ labels: [(name: String, value: String)], _ value: Int) {
            self.init(labels, Double(value))
        }
    }

    /// How many of some figures did not exceed which bounds, with the labels that tell them from others of their family.
    package struct Histogram: Sendable {
        let labels: [(name: String, value: String)]
        let buckets: [(bound: Double, count: Int)]
        let count: Int
        let sum: Double

        /// - Parameters:
        ///   - buckets: How many did not exceed each bound, smaller ones included; bounds rise.
        ///   - count: How many there are in all.
        ///   - sum: Of all of them together.
        package init(
            _ labels: [(name: String, value: String)],
            _ buckets: [(bound: Double, count: Int)],
            count: Int,
            sum: Double
        ) {
            (self.labels, self.buckets, self.count, self.sum) = (labels, buckets, count, sum)
        }
    }

    private let format: MetricsFormat
    private var text = ""

    package init(_ format: MetricsFormat) { self.format = format }

    /// Adds a family; one without samples is left out.
    ///
    /// - Parameters:
    ///   - name: Its name, with its unit, and without the `_total` of a counter.
    ///   - help: What it is, in one line.
    package mutating func add(_ kind: Kind, _ name: String, _ help: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        let ending = kind == .counter ? "_total" : ""
        addHead(kind.rawValue, name, ending, help)
        for sample in samples { addLine(name + ending, sample.labels, sample.value) }
    }

    /// Adds a family of histograms; one without samples is left out.
    package mutating func add(_ name: String, _ help: String, _ histograms: [Histogram]) {
        guard !histograms.isEmpty else { return }
        addHead("histogram", name, "", help)
        for histogram in histograms {
            let labels = histogram.labels
            for (bound, count) in histogram.buckets {
                addLine("\(name)_bucket", labels + [("le", text(ofBound: bound))], Double(count))
            }
            addLine("\(name)_bucket", labels + [("le", "+Inf")], Double(histogram.count))
            addLine("\(name)_sum", labels, histogram.sum)
            addLine("\(name)_count", labels, Double(histogram.count))
        }
    }

    /// All of it.
    package consuming func finished() -> String {
        if case .openMetrics = format { text += "# EOF\n" }
        return text
    }

    private mutating func addHead(_ type: String, _ name: String, _ ending: String, _ help: String) {
        // In the older format the family of a counter is called as its samples are.
        let family: String
        if case .openMetrics = format { family = name } else { family = name + ending }
        text += "# HELP \(family) \(help)\n# TYPE \(family) \(type)\n"
    }

    private mutating func addLine(_ name: String, _ labels: [(name: String, value: String)], _ value: Double) {
        text += name
        if !labels.isEmpty {
            text += "{" + labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",") + "}"
        }
        text += " \(Self.text(of: value))\n"
    }

    /// In OpenMetrics a bound always has a fraction, so that all programs write the same one alike.
    private func text(ofBound bound: Double) -> String {
        if case .openMetrics = format { "\(bound)" } else { Self.text(of: bound) }
    }

    private static func escaped(_ value: String) -> String {
        var text = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }

    /// Whole numbers without a fraction, as far as a `Double` has them exactly.
    private static func text(of value: Double) -> String {
        value == value.rounded() && abs(value) < 9_007_199_254_740_992 ? "\(Int(value))" : "\(value)"
    }
}
