public import PeriluneCore

/// The options of a host.
public struct HostOptions: Sendable {
    /// The number of threads that process events.
    ///
    /// Calls of ``Host/process(_:)`` that are made at the same time go to the worker with the fewest calls. Where a
    /// script keeps state, each key belongs to one worker, which decides its events in the order of the calls.
    public var workers = 1
    /// Which of several scripts and delegates with the same priority is asked first about an event.
    public var order = DelegateOrder.first
    /// Whether checks of bytes that no script reads are skipped: for logs that are known to be valid JSON.
    public var trusted = false
    /// Whether effects are described and not carried out (dry run).
    public var isDryRun = false
    /// Whether effects are kept and records written.
    public var keepsRecords = true
    /// Whether records have the version of the script.
    public var recordsIncludeVersions = false
    /// The maximum depth of published events.
    public var maximumDepth = 8
    /// How much an event may publish, counting the events that those publish in turn.
    public var publishing = PublishingLimit()
    /// How long a reload that changes the order of events waits for those that have begun.
    public var patience: Duration = .seconds(10)
    /// The deadline for all CRM, mail and HTTP calls and asynchronous delegates of an event together, including
    /// retries; zero for none.
    ///
    /// At the deadline, the call in progress fails with `event.calls`, and later calls fail at
    /// once.
    public var callTime: Duration = .seconds(30)
    /// The random seed: random numbers of scripts are derived from it and the event's id.
    public var seed: UInt64 = 0
    /// The effects of events from a log that were carried out before.
    package var ledger: any EffectLedger = NoLedger()
    /// Commits the changes of events from logs; without it, workers write to the store themselves.
    package var run: LogRun?
    /// Gets the record of every decision, with the versions of the scripts; none by default.
    ///
    /// The sinks of plugins get the same records. If a sink is slow or fails, they wait for it, up to ``outboxLimit``.
    public var decisionLog: (any RecordSink)? {
        didSet { if decisionLog != nil { recordsIncludeVersions = true } }
    }
    /// Maximum size of the records that wait for sinks, in bytes.
    ///
    /// If more wait, because a sink is slow or fails, the host processes no further events until the sink has taken
    /// some.
    public var outboxLimit = 64 << 20
    /// The outputs to which delegates can emit values by name, besides the one without a name.
    public var outputs: [NamedOutput] = []
    /// Whether scripts are refused in which `perilune check` finds a line that certainly fails; a reload keeps the
    /// current version then.
    package var checksScripts = false
    /// The names of the outputs to which delegates can emit; those whose sinks get all records are not among them.
    package var namedOutputs: [String] {
        outputs.filter { !$0.sinkOptions.getsRecords }.map(\.name)
    }
    /// Whether values that are emitted to the output without a name become CloudEvents.
    package var emitsEvents = false
    /// Observes decisions, for metrics; none by default.
    public var observer: (any HostObserver)?
    /// Gets spans of batches and events, for a collector of traces; none by default.
    public var spans: SpanExporter?
    /// The data for `perilune top` and `tap`; without it, nothing is counted by delegate.
    package var live: LiveView?

    /// Records the events in progress, if workers process the events of an inbox.
    var supervision: Supervision?

    /// The options for a dry run: effects are not carried out, and no observer is called.
    var forDryRun: HostOptions {
        var options = self
        options.isDryRun = true
        options.keepsRecords = true
        options.observer = nil
        options.live = nil
        options.spans = nil
        options.supervision = nil
        return options
    }

    /// Creates options with the defaults.
    public init() {}
}
