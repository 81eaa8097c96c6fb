package import PeriluneCore

/// Explains events beside a host that runs: with the same scripts and the same state, but nothing is
/// carried out and nothing saved.
package struct Explainer: Sendable {
    private let host: Host

    /// Assembles a host of its own; after a reload another one is needed.
    package init(
        _ components: [Component], options: HostOptions, store: any StateStore,
        log: any LogSink = SilentLog()
    ) throws(PeriluneError) {
        var options = options
        options.isDryRun = true
        options.keepsRecords = true
        options.workers = 1
        host = try Host(
            components, options: options, store: ShadowStore(store), log: log)
    }

    /// Decides an event on paper and says why, as one JSON object.
    package func json(for event: Event) async throws(PeriluneError) -> String {
        let registry = host.registry
        return try await host.explain(event).json { registry.redact($0) }
    }
}
