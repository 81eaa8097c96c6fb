internal import PeriluneCore
internal import PeriluneJSON
internal import PeriluneStore

/// The processing of an event, from reading it to its end, including the events that it publishes.
///
/// A worker uses one job for many events. A job that is suspended is detached: it gets buffers of its own, which fill
/// its gap in those of the batch, and the worker creates a new job.
final class EventJob {
    /// The line in the log.
    var line = 0
    var offset = 0
    /// The index among the entries that begin on the line.
    var entry = 0
    let commander: Commander
    var batch: BatchInProgress
    var sinks: Sinks
    /// The offset in the output at which the event's emissions begin.
    var outputStart = 0
    /// Whether the job has buffers of its own.
    var isDetached = false
    /// Whether the event waited before it began.
    var isDeferred = false
    /// The suspension; later events of the same key wait for it.
    var waiting: Waiting?
    /// The deadline of the event's calls; `nil` before the first call, and without a limit.
    var callDeadline: CallDeadline?
    var key: UInt64 = 0
    /// Published events to process, with their depth; the next one is last.
    var queue: [(event: Event, depth: Int)] = []
    /// The depth of the event that is being processed: more than ``base`` if another one published it.
    var depth = 0
    /// The bus for the event and all that it publishes, which a reload does not change.
    var bus: Bus
    /// The event as it was received, in a running host.
    var live: LiveEvent? {
        didSet {
            isLive = live != nil
            base = live?.depth ?? 0
            depth = base
        }
    }
    /// Whether `live` is set; stored, because reading `live` copies it for every event.
    private(set) var isLive = false
    /// The depth of the event itself, before it publishes others.
    private(set) var base = 0
    /// The event itself, if it published others and is not a live event.
    var root: [UInt8] = []
    /// Changes of state from before the event was suspended, which are saved when it has ended.
    var held: [StateChange] = []
    /// The record of the event, if it is needed as a value.
    var record: Record?
    /// The span of the event, if the host traces events.
    var span: EventSpan?

    init(_ batch: BatchInProgress, bus: Bus, options: HostOptions) {
        self.batch = batch
        self.bus = bus
        sinks = batch.sinks
        commander = Commander(
            output: sinks.output, isDryRun: options.isDryRun, keepsEffects: options.keepsRecords,
            maximumDepth: options.maximumDepth)
        commander.ledger = options.ledger
        commander.outputs = options.outputs.map(\.name)
        commander.publishingLimit = options.publishing
    }

    /// Uses the job for another batch.
    func use(_ batch: BatchInProgress) {
        self.batch = batch
        sinks = batch.sinks
        commander.output = sinks.output
        if isLive { live = nil }
    }

    /// Gives the job buffers of its own, and moves what this event has emitted so far there.
    func detach() {
        guard !isDetached else { return }
        isDetached = true
        let emitted = sinks.output
        sinks = batch.reserve(from: outputStart)
        commander.output = sinks.output
        unsafe emitted.withBytes { bytes in
            unsafe sinks.output.append(UnsafeRawBufferPointer(rebasing: bytes[outputStart...]))
        }
        emitted.truncate(to: outputStart)
    }
}

/// The three buffers that a job writes to.
struct Sinks {
    let output: JSONBuffer
    let records: JSONBuffer
    let quarantine: JSONBuffer
}

/// A batch, until all its jobs have ended.
final class BatchInProgress {
    let log: String
    /// The index of the log in the run.
    var logNumber = 0
    /// Whether the output may contain lines of named outputs.
    let hasOutputs: Bool
    var result = BatchResult()
    /// Records as values for embedding programs, with the numbers of their events, because those of suspended events
    /// come late.
    var records: [(line: Int, record: Record)]?
    /// Whether the call was cancelled: events that have not begun or that wait are ended.
    private(set) var isCancelled = false
    /// The tasks that wait for answers for the events of a call, by job.
    private var waits: [ObjectIdentifier: Task<Void, Never>] = [:]
    /// The number of jobs that wait for an answer, or behind such a job.
    private(set) var open = 0
    /// The live events that could not be processed; below, the counts of outcomes and effects.
    private(set) var quarantined: [QuarantinedEvent] = []
    private(set) var quarantineReasons: [String: Int] = [:]
    private(set) var endings: [Ending: Int] = [:]
    private(set) var effects: [String: Int] = [:]
    /// Where `perilune tap` reads live events; `nil` while nobody reads them.
    var tap: Tap?
    /// The number of live events that ended without being added to the tap.
    var unseen = 0
    var whenDone: (() -> Void)?

    init(log: String, hasOutputs: Bool) {
        self.log = log
        self.hasOutputs = hasOutputs
    }

    var sinks: Sinks {
        Sinks(
            output: result.output.main, records: result.records.main,
            quarantine: result.quarantine.main)
    }

    /// Leaves gaps for a job that ends later; in the output, before what the job has emitted so far.
    func reserve(from outputStart: Int) -> Sinks {
        let sinks = Sinks(output: JSONBuffer(), records: JSONBuffer(), quarantine: JSONBuffer())
        result.output.reserve(sinks.output, at: outputStart)
        result.records.reserve(sinks.records, at: result.records.main.count)
        result.quarantine.reserve(sinks.quarantine, at: result.quarantine.main.count)
        open += 1
        return sinks
    }

    /// Adds the wait of a call's event, so that cancelling the call ends it.
    func addWaiting(_ wait: Task<Void, Never>, of job: EventJob) {
        guard records != nil else { return }
        waits[ObjectIdentifier(job)] = wait
        if isCancelled { wait.cancel() }
    }

    /// Cancels the call.
    func cancel() {
        isCancelled = true
        for wait in waits.values { wait.cancel() }
    }

    /// Counts a job with gaps that has ended.
    func closeOne() {
        open -= 1
        if open == 0 { whenDone?() }
    }

    func endLine(_ line: Int, _ number: Int = 0) {
        result.output.endLine(line, number)
        result.records.endLine(line, number)
        result.quarantine.endLine(line, number)
    }

    /// Marks the output of a timer that was called before the entry of this line.
    func end(_ timer: Timer, line: Int, _ number: Int = 0) {
        let place = TimerPlace(due: timer.due, hash: timer.hash)
        result.output.endLine(line, number, timer: place)
        result.records.endLine(line, number, timer: place)
        result.quarantine.endLine(line, number, timer: place)
    }

    func count(_ ending: Ending, _ effects: [Effect]) {
        endings[ending, default: 0] += 1
        for effect in effects { self.effects[effect.kind, default: 0] += 1 }
    }

    func countUnhandled(_ count: Int) { endings[.unhandled, default: 0] += count }

    func quarantine(_ event: QuarantinedEvent, _ error: PeriluneError) {
        quarantined.append(event)
        countQuarantined(error)
    }

    func countQuarantined(_ error: PeriluneError) {
        quarantineReasons[error.code.rawValue, default: 0] += 1
    }

    /// The counts, with the names of delegates.
    func decisions(of bus: Bus) -> Decisions {
        var decisions = Decisions()
        for (ending, count) in endings {
            let verdict = Decisions.Verdict(
                outcome: ending.outcome, by: bus.delegate(of: ending) ?? "")
            decisions.verdicts[verdict, default: 0] += count
        }
        decisions.failures = bus.takeFailures()
        decisions.effects = effects
        decisions.quarantined = quarantineReasons
        return decisions
    }

    func forgetCounts() {
        endings.removeAll()
        effects.removeAll()
        quarantineReasons.removeAll()
    }

    func forgetChanges() {
        forgetCounts()
        quarantined.removeAll()
        result.problems.removeAll()
    }

    func report(_ problem: Problem) {
        // Problems of live events are reported nowhere else.
        if problem.path != nil { return result.problems.append(problem) }
        if let known = result.problems.firstIndex(where: { $0.isRepeated(by: problem) }) {
            result.problems[known].repetitions += 1
        } else if result.problems.count < 20 {
            result.problems.append(problem)
        }
    }
}
