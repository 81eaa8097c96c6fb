internal import PeriluneCore

/// Creates the spans of one worker: one for each batch, and one for each event that is sampled or fails.
final class SpanRecorder {
    private let exporter: SpanExporter
    private var generator: SpanNumbers
    /// Events without a trace are sampled if their random number is below this value.
    private let threshold: UInt64
    private var spans: [TraceSpan] = []
    private var batch: TraceContext?
    private var batchStart: Int64 = 0
    private var events = 0

    init(_ exporter: SpanExporter) {
        self.exporter = exporter
        var random = SystemRandomNumberGenerator()
        generator = SpanNumbers(seed: random.next())
        let share = exporter.options.ratio
        threshold = share >= 1 ? .max : UInt64(max(0, share) * 0x1p64)
    }

    /// Begins the span of a batch.
    func beginBatch() {
        batch = TraceContext(
            trace: TraceID(high: generator.next(), low: generator.next()), span: generator.next(),
            isSampled: true)
        batchStart = Timestamp.now.microseconds
        events = 0
    }

    /// Begins the span of an event, in the trace that the event belongs to, else in that of the batch.
    func begin(_ job: EventJob, _ event: any EventContent) {
        events += 1
        let parent = event[Self.attribute]?.string.flatMap { TraceContext($0) }
        let isSampled = parent?.isSampled ?? (generator.next() < threshold)
        let trace = parent?.trace ?? batch?.trace
        let context = TraceContext(
            trace: trace ?? TraceID(high: generator.next(), low: generator.next()),
            span: generator.next(), isSampled: isSampled)
        job.span = EventSpan(
            context, parent: parent?.span ?? batch?.span ?? 0, link: parent == nil ? nil : batch,
            start: Timestamp.now.microseconds)
        job.commander.traceContext = context
    }

    /// Ends the span of an event and of all that it published.
    func end(_ job: EventJob) {
        guard let span = job.span else { return }
        job.span = nil
        guard let type = span.type else { return }
        spans.append(
            TraceSpan(
                context: span.context, parent: span.parent, link: span.link,
                name: "process \(type)", isConsumer: true, start: span.start,
                end: Timestamp.now.microseconds, attributes: span.attributes, error: span.error))
    }

    /// Exports the spans so far, with that of the batch in progress.
    func flush() {
        if let batch, events > 0 {
            spans.append(
                TraceSpan(
                    context: batch, name: "process batch", start: batchStart,
                    end: Timestamp.now.microseconds,
                    attributes: [("messaging.batch.message_count", .integer(Int64(events)))]))
        }
        batch = nil
        guard !spans.isEmpty else { return }
        exporter.add(spans)
        spans.removeAll()
    }

    private static let attribute: FieldPath = "traceparent"
}

/// Random numbers for spans, which are never 0 (SplitMix64).
private struct SpanNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        while true {
            state &+= 0x9e37_79b9_7f4a_7c15
            var number = state
            number = (number ^ number >> 30) &* 0xbf58_476d_1ce4_e5b9
            number = (number ^ number >> 27) &* 0x94d0_49bb_1331_11eb
            number ^= number >> 31
            if number != 0 { return number }
        }
    }
}
