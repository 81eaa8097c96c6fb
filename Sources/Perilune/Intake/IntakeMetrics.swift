internal import PeriluneCore
internal import PeriluneHTTP
internal import Synchronization

/// The Prometheus metrics of an intake.
final class IntakeMetrics: Sendable {
    let metrics = Metrics()
    let deduplicated: Counter
    let commits: Histogram
    private let received = Mutex<[String: Counter]>([:])
    private let verdicts = Mutex<[Decisions.Verdict: Counter]>([:])

    init() {
        deduplicated = metrics.counter(
            "perilune_deduplicated_events_total", help: "Duplicate events, accepted before.")
        commits = metrics.histogram(
            "perilune_commit_duration_seconds",
            help: "Duration of a transaction that stores all waiting events.")
        // An alert on an increase would miss the first value of a counter, so counters begin at 0.
        for result in ["taken", "refused", "unchanged"] { _ = reloads(result) }
        for code in Self.usualRefusals { _ = refusals(code) }
        for code in Self.usualFailures { _ = quarantined(code) }
        for outcome in [Outcome.default, .unhandled, .failed] { _ = decided("", outcome) }
        metrics.showProcess()
    }

    private func reloads(_ result: String) -> Counter {
        metrics.counter(
            "perilune_reloads_total", help: "Reloads of the scripts, by result.",
            labels: [("result", result)])
    }

    func received(_ count: Int, by source: String) {
        cachedCounter(received, source) {
            metrics.counter(
                "perilune_events_received_total", help: "Accepted events.",
                labels: [("source", source)])
        }.increment(by: count)
    }

    /// Returns a cached counter for a key, because looking one up by its labels takes longer than processing an
    /// event.
    private func cachedCounter<Key: Hashable & Sendable>(
        _ counters: borrowing Mutex<[Key: Counter]>, _ key: Key, _ make: () -> Counter
    ) -> Counter {
        counters.withLock { known in
            if let counter = known[key] { return counter }
            let counter = make()
            known[key] = counter
            return counter
        }
    }

    /// The error codes with which senders are usually rejected.
    private static let usualRefusals = [
        "event.media-type", "event.size", "http.host", "http.method", "http.origin", "http.path",
        "http.too-large", "http.unauthorized",
        "intake.full", "json.syntax", "outbox.full", "quarantine.full",
    ]

    /// The error codes with which events usually go to the quarantine.
    private static let usualFailures = [
        "effect.unknown", "event.calls", "event.crash", "event.killed", "event.stuck",
        "http.connect", "http.timeout", "script.memory", "script.runtime", "script.time",
    ]

    /// Counts a rejected request; the number of codes is bounded, because they are defined in the code.
    func refused(_ code: String) { refusals(code).increment() }

    private func refusals(_ code: String) -> Counter {
        metrics.counter(
            "perilune_deliveries_refused_total",
            help: "Rejected requests, by reason.",
            labels: [("reason", code)])
    }

    private func quarantined(_ code: String) -> Counter {
        metrics.counter(
            "perilune_quarantined_events_total",
            help: "Events that failed and were quarantined.",
            labels: [("reason", code)])
    }

    private func decided(_ script: String, _ outcome: Outcome) -> Counter {
        metrics.counter(
            "perilune_events_decided_total", help: "Processed events, by outcome.",
            labels: [("script", script), ("outcome", outcome.rawValue)])
    }

    private func errors(_ script: String) -> Counter {
        metrics.counter(
            "perilune_script_errors_total",
            help:
                "Errors of scripts, including those after which the default handling took the event.",
            labels: [("script", script)])
    }

    /// Creates the counters of scripts and other delegates at 0.
    func begin(_ names: [String]) {
        for name in names {
            for outcome in [Outcome.handled, .default, .rejected, .failed] {
                _ = decided(name, outcome)
            }
            _ = errors(name)
        }
    }

    /// Counts what a server could not reread; it continues with what it had.
    func rereadFailures(_ what: String) -> Counter {
        metrics.counter(
            "perilune_reread_failures_total",
            help: "Files that SIGHUP could not reread, so that what was in use stays.",
            labels: [("what", what)])
    }

    func reloaded(_ result: String) { reloads(result).increment() }

    func count(_ decisions: Decisions) {
        for (verdict, count) in decisions.verdicts {
            cachedCounter(verdicts, verdict) { decided(verdict.by, verdict.outcome) }.increment(
                by: count)
        }
        for (name, count) in decisions.failures {
            errors(name).increment(by: count)
        }
        for (kind, count) in decisions.effects {
            metrics.counter(
                "perilune_effects_total", help: "Effects, by kind.",
                labels: [("effect", kind)]
            ).increment(by: count)
        }
        for (code, count) in decisions.quarantined {
            quarantined(code).increment(by: count)
        }
    }
}
