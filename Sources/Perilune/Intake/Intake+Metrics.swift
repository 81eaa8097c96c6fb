internal import PeriluneCore
internal import PeriluneHTTP

extension Intake {
    /// Adds the running times of scripts to the metrics, as `perilune top` shows them.
    func addDurations() {
        metrics.metrics.histograms(
            "perilune_script_duration_seconds",
            help:
                "Running time of scripts for events, measured in one call of 17. Waiting for answers is not included; a call that waits counts as several."
        ) { [live] in
            live.totals.all.sorted { $0.key < $1.key }.flatMap { script, total in
                total.counts.timesByOutcome.sorted { $0.key.rawValue < $1.key.rawValue }
                    .map { outcome, times in
                        (
                            labels: [("script", script), ("outcome", outcome.rawValue)],
                            value: times.reading
                        )
                    }
            }
        }
    }

    /// Adds numbers with one label whose values change, such as those of lanes.
    ///
    /// They are gauges, or counters if they only grow.
    package func addMetrics(
        _ name: String, help: String, label: String, onlyGrow: Bool = false,
        read: @escaping @Sendable () -> [(value: String, number: Double)]
    ) {
        let labelled = { @Sendable in
            read().map { (labels: [(name: label, value: $0.value)], value: $0.number) }
        }
        if onlyGrow {
            metrics.metrics.totals(name, help: help, read: labelled)
        } else {
            metrics.metrics.gauges(name, help: help, read: labelled)
        }
    }

    /// Adds the counts of spans, if there is a collector of traces.
    func addSpanCounts() {
        guard let spans = options.host.spans else { return }
        metrics.metrics.total(
            "perilune_spans_sent_total", help: "Spans that the collector of traces has taken."
        ) { Double(spans.sent) }
        metrics.metrics.total(
            "perilune_spans_dropped_total",
            help: "Spans dropped because the collector of traces was away or refused them."
        ) { Double(spans.dropped) }
    }

    /// Creates counters with known labels at 0, because an alert on an increase would miss a counter's first value.
    func beginCounters() {
        metrics.begin(host.registry.delegates.map(\.name))
    }

    /// Creates the counters of event sources at 0.
    func beginSourceCounters() {
        let sources = httpSources.map(\.path) + host.registry.eventSources.map(\.name)
        for source in ["/events"] + sources { metrics.received(0, by: source) }
    }
}

extension DurationHistogram {
    /// The bounds of the histogram, in seconds.
    private static let seconds = [
        1e-6, 2.5e-6, 5e-6, 1e-5, 2.5e-5, 5e-5, 1e-4, 2.5e-4, 5e-4, 0.001, 0.0025, 0.005, 0.01,
        0.025, 0.05, 0.1, 0.25, 1,
    ]

    /// The times as a histogram with fewer bounds; each time is rounded up by at most a quarter.
    fileprivate var reading: HistogramReading {
        let cumulative = Self.seconds.map { seconds in
            zip(Self.bounds, buckets).reduce(UInt64(0)) { sum, bucket in
                Double(bucket.0) <= seconds * 1e9 ? sum + UInt64(bucket.1) : sum
            }
        }
        return HistogramReading(
            bounds: Self.seconds, cumulative: cumulative + [UInt64(count)],
            sum: Double(nanoseconds) / 1e9)
    }
}
