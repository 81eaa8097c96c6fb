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
            "perilune_deduplicated_events_total", help: "Events that had been accepted before.")
        commits = metrics.histogram(
            "perilune_commit_duration_seconds",
            help: "Time of one transaction for all that waited.")
    }

    func received(_ count: Int, by source: String) {
        let counter = received.withLock { known in
            if let counter = known[source] { return counter }
            let counter = metrics.counter(
                "perilune_events_received_total", help: "Events that were accepted.",
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
            help: "Requests that were not accepted, by reason.",
            labels: [("reason", code)]
        ).increment()
    }

    func reloaded(_ result: String) {
        metrics.counter(
            "perilune_reloads_total", help: "Reloads of the scripts, by what became of them.",
            labels: [("result", result)]
        ).increment()
    }

    func count(_ decisions: Decisions) {
        for (verdict, count) in decisions.verdicts {
            metrics.counter(
                "perilune_events_decided_total",
                help: "Events that were decided, by how they ended.",
                labels: [("script", verdict.by), ("outcome", verdict.outcome.rawValue)]
            ).increment(by: count)
        }
        for (name, count) in decisions.failures {
            metrics.counter(
                "perilune_script_errors_total",
                help: "Errors of scripts, also where default handling took the event.",
                labels: [("script", name)]
            ).increment(by: count)
        }
        for (kind, count) in decisions.effects {
            metrics.counter(
                "perilune_effects_total", help: "Effects of events, by kind.",
                labels: [("effect", kind)]
            ).increment(by: count)
        }
        for (code, count) in decisions.quarantined {
            metrics.counter(
                "perilune_quarantined_events_total", help: "Events that could not be processed.",
                labels: [("reason", code)]
            ).increment(by: count)
        }
    }
}
