internal import PeriluneCore
internal import PeriluneJSON
internal import PeriluneStore

/// An event from the first look to the end, with the events that are published on its way.
///
/// A worker uses one job for event after event. A job that is suspended goes its own way, with buffers of
/// its own that fill its gap in the batch's, and the worker takes a new one.
final class EventJob {
    /// Where in the log.
    var line = 0
    var offset = 0
    /// Which of the entries that begin on the line.
    var entry = 0
    let commander: Commander
    var batch: BatchInProgress
    var sinks: Sinks
    /// Where this event's emissions begin in the output.
    var outputStart = 0
    /// Whether the buffers are its own.
    var isDetached = false
    /// Whether it waited before it began.
    var isDeferred = false
    /// What it waits for, and the key that later events of the same one wait for.
    var waiting: Waiting?
    /// The deadline of the event's calls; `nil` before the first call, and without a limit.
    var callDeadline: CallDeadline?
    var key: UInt64 = 0
    /// Published events to decide, the next one last, with their depth.
    var queue: [(event: Event, depth: Int)] = []
    var depth = 0
    /// What decides the event and all that it publishes: it ends on the version that it began with.
    var bus: Bus
    /// Where it came from, if it came in while the host runs.
    var live: LiveEvent? {
        didSet {
            isLive = live != nil
            base = live?.depth ?? 0
        }
    }
    /// Whether it came in while the host runs; every event is asked, and a look into `live` copies it.
    private(set) var isLive = false
    /// How deep the event itself is, before it publishes others.
    private(set) var base = 0
    /// The event itself, if it published others and is not a live event.
    var root: [UInt8] = []
    /// State that the event changed before it was suspended: saved when it has ended.
    var held: [StateChange] = []
    /// What became of the event, where somebody waits for it.
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

    /// Points the job at another batch.
    func use(_ batch: BatchInProgress) {
        self.batch = batch
        sinks = batch.sinks
        commander.output = sinks.output
        if isLive { live = nil }
    }

    /// Gives the job buffers of its own, and moves there what this event has emitted so far.
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

/// A batch until all its jobs have ended.
final class BatchInProgress {
    let log: String
    /// Which of the run's logs it is, from 0.
    var logNumber = 0
    /// Whether its output may have lines with the names of outputs.
    let hasOutputs: Bool
    var result = BatchResult()
    /// Records as values, for embedders, with the number of their event: a suspended one's come late.
    var records: [(line: Int, record: Record)]?
    /// Whether the call was cancelled: events that have not begun or that wait do not go on.
    private(set) var isCancelled = false
    /// What the events of a call wait for, by their jobs.
    private var waits: [ObjectIdentifier: Task<Void, Never>] = [:]
    /// Jobs that wait for an answer, or behind one that does.
    private(set) var open = 0
    /// Of live events: what could not be processed, how events ended, and their effects by kind.
    private(set) var quarantined: [QuarantinedEvent] = []
    private(set) var quarantineReasons: [String: Int] = [:]
    private(set) var endings: [Ending: Int] = [:]
    private(set) var effects: [String: Int] = [:]
    /// Where `perilune tap` reads live events; `nil` while nobody reads them.
    var tap: Tap?
    /// How many live events ended without being added to the tap.
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

    /// Leaves gaps for a job that ends later; in the output, before what it has emitted so far.
    func reserve(from outputStart: Int) -> Sinks {
        let sinks = Sinks(output: JSONBuffer(), records: JSONBuffer(), quarantine: JSONBuffer())
        result.output.reserve(sinks.output, at: outputStart)
        result.records.reserve(sinks.records, at: result.records.main.count)
        result.quarantine.reserve(sinks.quarantine, at: result.quarantine.main.count)
        open += 1
        return sinks
    }

    /// An event of a call waits, so that a cancellation ends the wait.
    func addWaiting(_ wait: Task<Void, Never>, of job: EventJob) {
        guard records != nil else { return }
        waits[ObjectIdentifier(job)] = wait
        if isCancelled { wait.cancel() }
    }

    /// The call was cancelled.
    func cancel() {
        isCancelled = true
        for wait in waits.values { wait.cancel() }
    }

    /// A job that left gaps has ended.
    func closeOne() {
        open -= 1
        if open == 0 { whenDone?() }
    }

    func endLine(_ line: Int, _ number: Int = 0) {
        result.output.endLine(line, number)
        result.records.endLine(line, number)
        result.quarantine.endLine(line, number)
    }

    /// A timer was called before the entry of this line.
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

    /// What was counted, by the names of delegates.
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
        // Nobody hears of live events in another way.
        if problem.path != nil { return result.problems.append(problem) }
        if let known = result.problems.firstIndex(where: { $0.isRepeated(by: problem) }) {
            result.problems[known].repetitions += 1
        } else if result.problems.count < 20 {
            result.problems.append(problem)
        }
    }
}
