internal import PeriluneCore
internal import PeriluneFiles
internal import PeriluneJSON

/// Decides events, one after the other, on one thread.
///
/// What is asynchronous about a worker is in ``Worker``.
final class WorkerCore {
    let options: HostOptions
    /// Which of the host's workers it is of.
    let number: Int
    /// Of the version that is in force: what an event begins with.
    var bus: Bus
    let state: PendingState
    /// The only reader that numbers types, but not reserved ones; the route table is indexed by its numbers.
    let reader = JSONEvent(numbersTypes: true, except: ReservedTypes.names)
    let publishedReader = JSONEvent(numbersTypes: false)
    private(set) lazy var timerReader = JSONEvent(numbersTypes: false)
    /// The scripts that set timers, and whether there are any.
    var scriptsWithTimers: [String] = []
    var usesTimers = false
    /// The live event with the latest time, and when it came in, in microseconds since 1970.
    var latest: (event: Int64, arrival: Int64)?
    /// Set by a host whose events are live, to keep what came of them.
    var services: LiveServices?
    let results: ResultWriter
    /// By what events wait for each other.
    var ordering: Delegate.Ordering?
    var job: EventJob?
    /// The event of an entry, with padding, or built with its index.
    var decoded: [UInt8] = []
    let built = EventBuilder()
    /// Whether nothing but the count of an unwanted event is kept, neither a record nor a span; set for each batch.
    private var skipsUnwanted = false
    let preview: EventPreview
    /// Makes events of the entries of the log that was read last.
    var decoding: (maker: DecoderMaker, decoder: (any EntryDecoder)?)?
    /// By key, the lines that wait behind a suspended job.
    ///
    /// Empty unless something is suspended.
    var blocked: [UInt64: [DeferredLine]] = [:]
    /// Events that begin when the order has changed; `nil` where nobody changes it.
    var held: [DeferredLine]?
    /// Told once when no event waits for an answer any more.
    var whenIdle: (() -> Void)?
    /// Events so far that waited for none of their key.
    private var asides: UInt64 = 0
    /// What came of events, until the batch is passed on.
    var settlement = Settlement()
    /// Records the event in progress, for other threads.
    let activity: WorkerActivity?
    /// Makes spans, if the host traces events.
    let spans: SpanRecorder?
    /// Told when a job waits for an answer.
    var onWaiting: ((EventJob) -> Void)?

    init(
        _ first: PreparedBus, state: PendingState, number: Int, options: HostOptions,
        redact: @escaping @Sendable (String) -> String
    ) {
        self.options = options
        self.number = number
        self.state = state
        activity = options.supervision?.worker(number)
        spans = options.spans.map { SpanRecorder($0) }
        bus = first.bus
        ordering = first.order.ordering
        results = ResultWriter(options, redact: redact)
        preview = EventPreview(reader)
        begin(bus)
    }

    /// Resets every delegate to its state before its first event, with only the timers of the store.
    func restart() throws(PeriluneError) {
        try bus.restart()
        guard usesTimers else { return }
        state.forgetTimers()
        try readTimers(scriptsWithTimers)
    }

    /// No more events come.
    func retire() { bus.retire() }

    /// Decides the lines of a batch that belong to its lane.
    ///
    /// Some may wait when this returns.
    func run(_ batch: EventBatch) -> BatchInProgress {
        let progress = BatchInProgress(log: batch.log, hasOutputs: !options.outputs.isEmpty)
        progress.logNumber = batch.logNumber
        spans?.beginBatch()
        if case .oversized(let isFirst, _) = batch.chunk.content {
            if isFirst, batch.lane.number == 0 { results.refuseLongLine(batch, progress, bus) }
            if batch.marksLines { progress.endLine(batch.chunk.firstLine) }
            return progress
        }
        if batch.endsLogs {
            let job = use(progress)
            job.line = batch.chunk.firstLine
            if let run = options.run {
                job.commander.ledger = LineLedger(run.store, log: batch.logNumber, line: job.line)
            }
            callTimersAtEnd(job, batch)
            save(progress, bus)
            return progress
        }
        skipsUnwanted = onlyCountsUnwanted && spans == nil
        do throws(PeriluneError) {
            if let decoder = try batch.decoder.flatMap(decoder) {
                decide(batch, decoder, progress)
                save(progress, bus)
                return progress
            }
        } catch {
            progress.result.failure = error
            return progress
        }
        unsafe batch.chunk.withBytes { bytes in
            var job = use(progress)
            var line = batch.chunk.firstLine - 1
            var lines = 0
            var splitter = unsafe LineSplitter(bytes)
            while let range = splitter.next() {
                line += 1
                if range.length == 0 { continue }
                if lines == batch.limit { break }
                lines += 1
                let text = unsafe UnsafeRawBufferPointer(
                    rebasing: bytes[range.offset..<range.offset + range.length])
                // A suspended job went its own way; the worker has a new one.
                if job.isDetached, let next = self.job { job = next }
                job.line = line
                job.offset = batch.chunk.offset + range.offset
                if let run = options.run {
                    job.commander.ledger = LineLedger(run.store, log: batch.logNumber, line: line)
                }
                unsafe decide(text, batch, job)
                if batch.marksLines { progress.endLine(line) }
            }
        }
        save(progress, bus)
        return progress
    }

    /// Decides events of an embedder; the records are kept as values.
    ///
    /// Those that do not wait for their key are asked while an event of that key is decided. After a
    /// cancellation, those that have not begun are refused.
    /// Those that are followed tell every step. Of some of them, the output tells which event it came of.
    /// Errors name `origin` as the place of the first event.
    func run(
        _ events: [Event], only numbers: [Int]? = nil, waitsForKey: Bool = true,
        isCancelled: () -> Bool = { false },
        trace: EventTrace? = nil, ledger: any EffectLedger = NoLedger(),
        origin: EventLocation = EventLocation()
    ) -> BatchInProgress {
        let progress = BatchInProgress(log: origin.log, hasOutputs: !options.outputs.isEmpty)
        progress.records = []
        spans?.beginBatch()
        _ = use(progress)
        for number in numbers ?? Array(events.indices) {
            guard var job else { break }
            job.commander.trace = trace
            job.line = origin.line + number
            job.offset = 0
            job.commander.ledger = ledger
            progress.result.summary.read += 1
            do throws(PeriluneError) {
                try reader.read(copy: events[number].json, trusted: false)
                if reader.isTimer { throw reader.reservedTypeError }
                if isCancelled() {
                    refuse(reader, .cancelled, job)
                } else {
                    if usesTimers, waitsForKey { job = callTimers(before: reader, job) }
                    start(job, reader, waitsForKey: waitsForKey)
                }
            } catch {
                results.refuse(events[number].json, error, job)
            }
            if numbers != nil { progress.endLine(number + 1) }
        }
        // One that waits has gone its own way, and is followed on it; the next may be of a log.
        job?.commander.trace = nil
        job?.commander.ledger = options.ledger
        save(progress, bus)
        return progress
    }

    /// Decides events that came in while the host runs; what came of them goes to ``services``.
    func run(live events: [LiveEvent]) {
        let progress = BatchInProgress(log: "intake", hasOutputs: !options.outputs.isEmpty)
        watch(progress)
        spans?.beginBatch()
        _ = use(progress)
        for event in events {
            guard var job else { break }
            job.live = event
            do throws(PeriluneError) {
                try reader.read(
                    copy: event.json, trusted: event.isChecked, index: event.index)
                if reader.typeNumber < 0, reader.hasReservedType,
                    event.source != LiveEvent.hostSource
                {
                    throw reader.reservedTypeError
                }
                if usesTimers {
                    job = callTimers(beforeLive: reader, job)
                    job.live = event
                }
                job.line = Int(event.number ?? 0)
                if let services { job.commander.ledger = services.ledger(event) }
                start(job, reader)
            } catch {
                results.refuse(event.json, error, job)
                finish(job)
            }
        }
        settle(progress)
    }

    func use(_ progress: BatchInProgress) -> EventJob {
        let current = job ?? makeJob(progress)
        current.use(progress)
        job = current
        return current
    }

    func makeJob(_ progress: BatchInProgress) -> EventJob {
        let job = EventJob(progress, bus: bus, options: options)
        job.commander.current = options.supervision?.delegate(number)
        return job
    }

    /// Decides an event, which may be that of the builder.
    func decide(
        _ text: UnsafeRawBufferPointer, _ batch: EventBatch, _ job: EventJob, isBuilt: Bool = false
    ) {
        var isRouted = false
        do throws(PeriluneError) {
            if batch.lane.count > 1, batch.lane.ordering != nil {
                // A first look finds the key; the lane that owns the event checks it in full.
                guard unsafe isOurs(text, batch, job, isBuilt) else { return }
            }
            unsafe try read(text, isBuilt, batch, trusted: options.trusted)
            try stamp(batch)
            if skipsUnwanted, noneWaits {
                guard job.bus.route(reader) else { return results.noteUnhandled(1, job) }
                isRouted = true
            }
            job.batch.result.summary.read += 1
        } catch {
            job.batch.result.summary.read += 1
            unsafe results.refuse(Array(text), error, job)
            return
        }
        start(
            usesTimers ? callTimers(before: reader, job, batch) : job, reader, isRouted: isRouted)
    }

    func key(_ ordering: Delegate.Ordering?) -> UInt64 {
        reader.key(ordering)
    }

    func start(
        _ job: EventJob, _ event: JSONEvent, waitsForKey: Bool = true, timer: Timer? = nil,
        isRouted: Bool = false
    ) {
        let commander = job.commander
        job.outputStart = job.sinks.output.count
        if waitsForKey, held != nil {
            leave(job)
            job.isDeferred = true
            held?.append(deferred(event, job, timer))
            return
        }
        if waitsForKey, !blocked.isEmpty {
            job.key = event.key(ordering)
            if blocked[job.key] != nil {
                leave(job)
                job.isDeferred = true
                deferBehindKey(deferred(event, job, timer))
                return
            }
        }
        if let timer, !begin(timer, job) { return finish(job) }
        job.depth = job.base
        activity?.begin(job.live?.number)
        commander.begin(event, depth: job.depth)
        commander.beginPublishing()
        spans?.begin(job, event)
        if job.isLive { commander.timeBound = Timestamp.now.microseconds + Self.mostAhead }
        if usesTimers { commander.watermark = state.clock }
        if job.depth > options.maximumDepth { return refuseLoop(event, job) }
        switch isRouted ? job.bus.decide(routed: event, commander) : decision(on: event, job) {
        case .ended(let ending) where !commander.hasPublished && !commander.exceedsPublishing:
            results.eventEnded(ending, event, job)
            finish(job)
        case let decision:
            if case .waiting = decision {
                job.key = waitsForKey ? event.key(ordering) : uniqueKey()
            }
            advance(job, decision, event)
        }
    }

    /// An event has ended, with all that it published.
    func finish(_ job: EventJob) {
        activity?.end()
        spans?.end(job)
        if job.held.isEmpty {
            state.end([])
        } else {
            state.end(job.held)
            job.held = []
        }
        if job.isLive { settlement.add(job) }
    }

    func decision(on event: JSONEvent, _ job: EventJob) -> Decision {
        usesTimers && event.isTimer
            ? job.bus.decide(timer: event, job.commander) : job.bus.decide(event, job.commander)
    }

    /// A key that no event has; collisions are negligible.
    private func uniqueKey() -> UInt64 {
        asides &+= 1
        return 0x9e37_79b9_7f4a_7c15 &* asides
    }

    /// Takes a job from a decision to the next suspension, or to its end.
    func advance(_ job: EventJob, _ first: Decision, _ content: any EventContent) {
        var decision = first
        var event = content
        while true {
            switch decision {
            case .waiting(let waiting):
                if !job.isDetached {
                    waiting.moveOutput(by: -job.outputStart)
                    leave(job)
                }
                job.held += state.hold(beside: job.held)
                waiting.event = kept(waiting.event, event)
                job.waiting = waiting
                if blocked[job.key] == nil { blocked[job.key] = [] }
                activity?.end()
                onWaiting?(job)
                return
            case .ended(let ending) where job.commander.exceedsPublishing:
                return refusePublishing(ending, event, job)
            case .ended(let ending):
                if !job.isLive, job.depth == job.base { job.root = event.json }
                results.eventEnded(ending, event, job)
                for published in job.commander.published.reversed() {
                    job.queue.append((published, job.depth + 1))
                }
            }
            guard readPublished(job) else {
                job.depth = 0
                finish(job)
                return
            }
            event = publishedReader
            job.commander.begin(event, depth: job.depth)
            decision = job.bus.decide(event, job.commander)
        }
    }
}
