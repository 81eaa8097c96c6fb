internal import PeriluneCore
internal import PeriluneFiles
internal import PeriluneJSON

/// Processes events, one after the other, on one thread.
///
/// The asynchronous part of a worker is ``Worker``.
final class WorkerCore {
    let options: HostOptions
    /// The index of its worker.
    let number: Int
    /// The bus of the active version, for events that begin.
    var bus: Bus
    let state: PendingState
    /// The only reader that numbers types, but not reserved ones; the route table is indexed by its numbers.
    let reader = JSONEvent(numbersTypes: true, except: ReservedTypes.names)
    let publishedReader = JSONEvent(numbersTypes: false)
    private(set) lazy var timerReader = JSONEvent(numbersTypes: false)
    /// The scripts that set timers; below, whether there are any.
    var scriptsWithTimers: [String] = []
    var usesTimers = false
    /// The live event with the latest time, and its arrival, in microseconds since 1970.
    var latest: (event: Int64, arrival: Int64)?
    /// Stores the results of live events; set by hosts that have any.
    var services: LiveServices?
    let results: ResultWriter
    /// The ordering key, by which events wait for each other.
    var ordering: Delegate.Ordering?
    var job: EventJob?
    /// The JSON of a decoded entry, with padding; if the decoder builds events, `built` is used instead.
    var decoded: [UInt8] = []
    let built = EventBuilder()
    /// Whether unwanted events are only counted, without records or spans; set for each batch.
    private var skipsUnwanted = false
    let preview: EventPreview
    /// The decoder of the log that was read last, with its maker.
    var decoding: (maker: DecoderMaker, decoder: (any EntryDecoder)?)?
    /// The events that wait behind a suspended job, by key.
    var blocked: [UInt64: [DeferredLine]] = [:]
    /// Events that wait for a change of the order; `nil` while there is none.
    var held: [DeferredLine]?
    /// Called once when no event waits for an answer any more.
    var whenIdle: (() -> Void)?
    /// The number of events that did not wait for their key.
    private var unkeyedEvents: UInt64 = 0
    /// The results of events, until the batch is passed on.
    var settlement = Settlement()
    /// Records the event in progress, for other threads.
    let activity: WorkerActivity?
    /// Creates spans, if the host traces events.
    let spans: SpanRecorder?
    /// Called when a job waits for an answer.
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

    /// Tells the delegates that no more events will follow.
    func finishDelegates() { bus.reportAtEnd() }

    /// Processes the lines of a batch that belong to its lane.
    ///
    /// Some events may still be waiting when this returns.
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
        skipsUnwanted = countsUnmatchedOnly && spans == nil
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
                // A suspended job was detached, and the worker has created a new one.
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

    /// Processes events of an embedding program, with the records as values.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - numbers: The indices of those to process, whose output is marked; `nil` stands for all.
    ///   - waitsForKey: Whether they wait for unfinished events of their key.
    ///   - isCancelled: Whether events that have not begun are to be rejected.
    ///   - trace: Traces every step; `nil` for none.
    ///   - ledger: The ledger of their effects.
    ///   - origin: The place of the first event, for errors.
    /// - Returns: The batch, in which some events may still be waiting.
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
        // A suspended event keeps its job and trace; the current job may be used for a log next.
        job?.commander.trace = nil
        job?.commander.ledger = options.ledger
        save(progress, bus)
        return progress
    }

    /// Processes live events; the results go to ``services``.
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

    /// Processes an event, which may be one that the decoder has built.
    func decide(
        _ text: UnsafeRawBufferPointer, _ batch: EventBatch, _ job: EventJob, isBuilt: Bool = false
    ) {
        var isRouted = false
        do throws(PeriluneError) {
            if batch.lane.count > 1, batch.lane.ordering != nil {
                // Reading the key comes first; only the lane that owns the event checks it in full.
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
        job.depth = job.base
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

    /// A key for an event that does not wait; collisions are negligible.
    private func uniqueKey() -> UInt64 {
        unkeyedEvents &+= 1
        return 0x9e37_79b9_7f4a_7c15 &* unkeyedEvents
    }

    /// Continues a job until it is suspended or ends.
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
                finish(job)
                return
            }
            event = publishedReader
            job.commander.begin(event, depth: job.depth)
            decision = job.bus.decide(event, job.commander)
        }
    }
}
