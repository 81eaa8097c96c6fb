/// A metric with all its combinations of labels.
struct MetricFamily {
    let name: String
    let help: String
    let type: String
    var series: [Series] = []

    var text: String {
        let help = Series.escaped(help, quotes: false)
        return "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
            + series.map { $0.text(name) }.joined()
    }
}

/// A metric with one combination of labels.
struct Series {
    enum Content {
        case counter(Counter)
        case gauge(Gauge)
        case reader(@Sendable () -> Double)
        case readers(@Sendable () -> [(labels: Metrics.Labels, value: Double)])
        case histogram(Histogram)
        case histograms(@Sendable () -> [(labels: Metrics.Labels, value: HistogramReading)])
        case total(@Sendable () -> Double)
        case totals(@Sendable () -> [(labels: Metrics.Labels, value: Double)])
    }

    /// The labels as they are exported: `route="/x",method="POST"`.
    let labels: String
    let content: Content

    var type: String {
        switch content {
        case .counter, .total, .totals: "counter"
        case .gauge, .reader, .readers: "gauge"
        case .histogram, .histograms: "histogram"
        }
    }

    func text(_ name: String) -> String {
        switch content {
        case .counter(let counter): line(name, String(counter.value))
        case .gauge(let gauge): line(name, Self.number(gauge.value))
        case .reader(let read), .total(let read): line(name, Self.number(read()))
        case .readers(let read), .totals(let read):
            read().map { line(name, Self.number($0.value), more: Self.text(of: $0.labels)) }
                .joined()
        case .histogram(let histogram): lines(name, histogram.reading)
        case .histograms(let read):
            read().map { lines(name, $0.value, more: Self.text(of: $0.labels)) }.joined()
        }
    }

    private func lines(
        _ name: String, _ histogram: HistogramReading, more: String = ""
    ) -> String {
        let bounds = histogram.bounds.map(Self.number) + ["+Inf"]
        var text = ""
        for (bound, count) in zip(bounds, histogram.cumulative) {
            let bound = "le=\"\(bound)\""
            text += line(
                name + "_bucket", String(count), more: more.isEmpty ? bound : "\(more),\(bound)")
        }
        text += line(name + "_sum", Self.number(histogram.sum), more: more)
        return text + line(name + "_count", String(histogram.cumulative.last ?? 0), more: more)
    }

    private func line(_ name: String, _ value: String, more: String = "") -> String {
        let all = [labels, more].filter { !$0.isEmpty }.joined(separator: ",")
        return all.isEmpty ? "\(name) \(value)\n" : "\(name){\(all)} \(value)\n"
    }

    static func text(of labels: Metrics.Labels) -> String {
        labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",")
    }

    static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map(String.init) ?? String(value)
    }
}
