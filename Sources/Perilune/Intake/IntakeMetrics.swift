internal import PeriluneCore
internal import PeriluneHTTP
internal import Synchronization

/// What an intake shows to Prometheus.
final class IntakeMetrics: Sendable {
    let metrics = Metrics()
    let deduplicated: Counter
    let commits: Histogram
    private let received = Mutex<[String: Counter]>([:])

    init() {
        deduplicated = metrics.counter(
            "perilune_deduplicated_events_total", help: "Duplicate events, accepted before.")
        commits = metrics.histogram(
            "perilune_commit_duration_seconds",
            help: "Duration of a transaction that stores all waiting events.")
        // An alert on an increase misses the first one where the counter begins with it.
        for result in ["taken", "refused", "unchanged"] { _ = reloads(result) }
    }

    private func reloads(_ result: String) -> Counter {
        metrics.counter(
            "perilune_reloads_total", help: "Reloads of the scripts, by result.",
            labels: [("result", result)])
    }

    func received(_ count: Int, by source: String) {
        let counter = received.withLock { known in
            if let counter = known[source] { return counter }
            let counter = metrics.counter(
                "perilune_events_received_total", help: "Accepted events.",
                labels: [("source", source)])
            known[source] = counter
            return counter
        }
        counter.increment(by: count)
    }

    /// Requests that were turned away; codes are bounded, since they are in the code.
    func refused(_ code: String) {
        metrics.counter(
            "perilune_deliveries_refused_total",
            help: "Rejected requests, by reason.",
            labels: [("reason", code)]
        ).increment()
    }

    func reloaded(_ result: String) { reloads(result).increment() }

    func count(_ decisions: Decisions) {
        for (verdict, count) in decisions.verdicts {
            metrics.counter(
                "perilune_events_decided_total",
                help: "Processed events, by outcome.",
                labels: [("script", verdict.by), ("outcome", verdict.outcome.rawValue)]
            ).increment(by: count)
        }
        for (name, count) in decisions.failures {
            metrics.counter(
                "perilune_script_errors_total",
                help:
                    "Errors of scripts, including those after which the default handling took the event.",
                labels: [("script", name)]
            ).increment(by: count)
        }
        for (kind, count) in decisions.effects {
            metrics.counter(
                "perilune_effects_total", help: "Effects, by kind.",
                labels: [("effect", kind)]
            ).increment(by: count)
        }
        for (code, count) in decisions.quarantined {
            metrics.counter(
                "perilune_quarantined_events_total",
                help: "Events that failed and were quarantined.",
                labels: [("reason", code)]
            ).increment(by: count)
        }
    }
}
