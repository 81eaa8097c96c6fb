/// The object with which a delegate decides and acts.
///
/// Each event in progress has its own.
public final class Commander {
    /// Where emitted values go; `nil` drops them.
    public package(set) var output: any EmissionBuffer
    /// The number of publishing events between this event and the one that came from outside.
    public private(set) var depth = 0
    /// The effects so far.
    public var effects: [Effect] {
        if pending != nil { makePending() }
        return made
    }
    var made: [Effect] = []
    /// The only effect so far, while it has not been created yet.
    package internal(set) var pending: (any EventEffect)?
    /// What a record says of the last pending effect before its details, and whose it was.
    var pendingText: (effect: (any EventEffect)?, actor: String, text: [UInt8]) = (nil, "", [])
    /// The published events, which are processed after this one.
    public private(set) var published: [Event] = []
    /// Whether this event has published any events.
    package var hasPublished: Bool { !published.isEmpty }
    /// The names of the outputs that the host declares; `nil` if they are unknown.
    package var outputs: [String]?
    /// The number of values emitted so far.
    public package(set) var emitted = 0
    /// The first error of a delegate; `nil` if none failed.
    public private(set) var error: PeriluneError?
    /// The name of the delegate that caused `error`.
    package private(set) var failedDelegate: String?
    /// Whether `error` is set; cheaper than reading the error.
    package private(set) var hasFailed = false
    /// Why the event was rejected, if it was.
    package var rejection: String?
    /// The link that a delegate named instead of the event's own.
    package var redirect: String?
    /// How each part ended, if the event has several parts.
    package var parts: [Record.Part] = []
    /// Whether effects are described and not carried out (dry run).
    public let isDryRun: Bool
    /// The maximum depth of published events.
    public let maximumDepth: Int
    /// How much an event may publish, counting the events that those publish in turn.
    package var publishingLimit = PublishingLimit()
    private var publishedInAll = PublishingLimit.none
    /// Whether the event, or one that it published, has exceeded the limit on events, bytes or
    /// depth.
    package private(set) var exceedsPublishing = false
    private var publishingError: PeriluneError?
    /// Whether effects are kept for the record; if not, default handlers need not create them.
    public let keepsEffects: Bool

    /// The effects of this event that were carried out when it was processed before.
    package var ledger: any EffectLedger = NoLedger()
    /// The ids of effects that were carried out; they stay in the record even if their delegate fails.
    private var performed: Set<ByteString> = []

    /// The latest time of an event so far, in microseconds since 1970; `Int64.min` if no delegate sets timers.
    package var watermark = Int64.min

    /// An upper bound for the event's time when state expires, in microseconds since 1970.
    package var timeBound = Int64.max

    /// Whether this is the event of a timer, for which the delegate's timer function is called instead of `execute`.
    package var isTimer = false

    /// Traces the event for `explain`.
    package var trace: EventTrace?

    /// The span of the event, if the host traces events.
    package var traceContext: TraceContext?

    /// The header `traceparent` of requests that the event causes: the event's own span, or the one that the event
    /// came with.
    package var traceParent: String? {
        (traceContext ?? event?["traceparent"]?.string.flatMap { TraceContext($0) })?.header
    }

    /// Records which delegate is called, for other threads.
    package var current: CurrentDelegate?

    private(set) var actor = ""
    private(set) var actorNumber = Int.min
    /// The number of effects that the current actor has caused so far.
    package var effectNumber = 0
    private(set) var event: (any EventContent)?

    /// Creates a commander that writes to `output`.
    public init(
        output: any EmissionBuffer, isDryRun: Bool = false, keepsEffects: Bool = true,
        maximumDepth: Int = 8
    ) {
        self.output = output
        self.isDryRun = isDryRun
        self.keepsEffects = keepsEffects
        self.maximumDepth = maximumDepth
    }

    /// Emits a value: one line of the output.
    public func emit(_ value: Value) { emit(value, head: []) }

    /// Emits a value to an output that the host declares under a name.
    ///
    /// - Throws: `output.unknown` if the host declares no such output.
    public func emit(_ value: Value, to name: String) throws(PeriluneError) {
        if let outputs, !outputs.contains(name) { throw NamedOutput.unknown(name, in: outputs) }
        emit(value, head: EmittedLine.head(name))
    }

    private func emit(_ value: Value, head: [UInt8]) {
        var writer = JSONWriter()
        writer.write(value)
        trace?.current.emitted.append(
            head.isEmpty ? writer.text : String(decoding: head, as: UTF8.self) + writer.text)
        writer.endLine()
        output.append(head + writer.bytes)
        emitted += 1
    }

    /// Records an effect and returns its identity.
    @discardableResult
    public func effect(_ kind: String, _ details: Value.Members) -> Effect {
        let effect = Effect(nextEffect(), kind: kind, details: details)
        if keepsEffects { append(effect) }
        return effect
    }

    /// Records an effect whose details are computed on demand.
    package func effect(_ kind: String, _ description: any EffectDescription) {
        let effect = Effect(nextEffect(), kind: kind, description)
        if keepsEffects { append(effect) }
    }

    /// Adds an effect that an async call has carried out: it stays in the record also when its delegate fails.
    package func add(performed effect: Effect) {
        guard keepsEffects else { return }
        append(effect)
        performed.insert(ByteString(effect.id))
    }

    /// The identity of the next effect: event id, delegate and number.
    public func nextIdentity() -> String { nextEffect().text }

    private func nextEffect() -> EffectIdentity {
        effectNumber += 1
        return EffectIdentity(event: event?.id ?? "?", actor: actor, number: effectNumber)
    }

    /// The id of the current event.
    public var eventID: String? { event?.id }
    /// The attribute `source` of the current event, which together with the id identifies it.
    public var eventSource: String? { event?.source }

    /// Publishes an event, which is processed after this one, one level deeper.
    ///
    /// Its id is the identity of the effect. If an event exceeds the limit on published events, bytes or depth, it
    /// fails as a whole, also if the delegate succeeds.
    ///
    /// - Parameters:
    ///   - type: A dotted name such as `order.large`.
    ///   - subject: What it is about, within the source.
    ///   - source: Where it comes from; by default the source of this event.
    ///   - time: When it happened, RFC 3339; by default the time of this event.
    ///   - data: The payload.
    /// - Throws: `event.depth` or `publish.limit` if the limits do not allow it.
    public func publish(
        type: String, subject: String? = nil, source: String? = nil, time: String? = nil,
        data: Value? = nil
    ) throws(PeriluneError) {
        try publish(
            type: type, subject: subject, source: source, time: time,
            dataJSON: data.map { Array($0.json.utf8) })
    }

    /// Publishes an event with data that is JSON already.
    package func publish(
        type: String, subject: String?, source: String?, time: String?, dataJSON: [UInt8]?
    ) throws(PeriluneError) {
        guard depth < maximumDepth else {
            throw exceeded(
                PeriluneError(
                    "event.depth",
                    "an event was published more than \(maximumDepth) levels deep",
                    hint:
                        "check the interests of the delegates: two delegates that publish events to each other never stop"
                ))
        }
        let note = effect("publish", Value.Members([("type", .string(type))]))
        let new = Event(
            id: note.id, source: source ?? event?.source ?? "perilune", type: type,
            subject: subject, time: time ?? event?.time, dataJSON: dataJSON)
        publishedInAll.events += 1
        publishedInAll.bytes += new.json.count
        if let error = publishingLimit.error(for: publishedInAll) { throw exceeded(error) }
        published.append(new)
    }

    private func exceeded(_ error: PeriluneError) -> PeriluneError {
        exceedsPublishing = true
        publishingError = error
        return error
    }

    /// Resets the publishing limit for an event from outside.
    package func beginPublishing() {
        publishedInAll = .none
        exceedsPublishing = false
    }

    /// Makes the event fail if it exceeded the publishing limit, even if the delegate caught that error.
    package func failForPublishing() {
        if let publishingError, !hasFailed { setError(publishingError) }
    }

    /// Starts an event.
    package func begin(_ event: any EventContent, depth: Int) {
        // The reader is the same object for most events.
        if self.event !== event { self.event = event }
        self.depth = depth
        current?.set(actorNumber)
        emitted = 0
        if hasFailed {
            hasFailed = false
            error = nil
            failedDelegate = nil
        }
        if rejection != nil { rejection = nil }
        if redirect != nil { redirect = nil }
        if !parts.isEmpty { parts = [] }
        if pending != nil { pending = nil }
        if !made.isEmpty { made.removeAll(keepingCapacity: true) }
        if !performed.isEmpty { performed.removeAll() }
        if !published.isEmpty { published.removeAll() }
    }

    /// Makes a delegate or handler the actor: effects are recorded under its name from now on.
    ///
    /// `name` is the name in effect identities.
    package func act(as name: String, number identity: Int) {
        if pending != nil { makePending() }
        effectNumber = 0
        actorNumber = identity
        actor = name
        current?.set(identity)
    }

    /// Returns whether this actor is already set, as it usually is from one event to the next.
    ///
    /// Restarts the numbering of its effects.
    package func continuesActing(as identity: Int) -> Bool {
        effectNumber = 0
        return identity == actorNumber
    }

    /// Makes the named actor the one that effects are recorded under.
    package func act(as name: String) { act(as: name, number: Int.min + 1) }

    /// The name under which effects are recorded.
    package var actorName: String { actor }

    /// Records that the event, or a delegate, failed.
    package func setError(_ error: PeriluneError, of delegate: String? = nil) {
        self.error = error
        failedDelegate = delegate
        hasFailed = true
    }

    /// Continues with a copy of the event, as a suspended event does.
    package func rebind(_ event: any EventContent) {
        if pending != nil { makePending() }
        self.event = event
    }

    /// The current state of output, effects and published events, for rolling back a delegate that fails.
    package var mark: Mark {
        Mark(
            output: output.count, emitted: emitted, effects: made.count + (pending == nil ? 0 : 1),
            published: published.count)
    }

    /// Rolls back to the mark, except for effects that were carried out.
    package func rollBack(to mark: Mark) {
        output.truncate(to: mark.output)
        emitted = mark.emitted
        if mark.effects == 0, pending != nil { pending = nil }
        if made.count > mark.effects {
            let happened =
                performed.isEmpty
                ? [] : made[mark.effects...].filter { performed.contains(ByteString($0.id)) }
            made.removeLast(made.count - mark.effects)
            made += happened
        }
        if published.count > mark.published {
            published.removeLast(published.count - mark.published)
        }
    }

    /// The state to roll back to.
    package struct Mark {
        var output: Int
        let emitted: Int
        let effects: Int
        let published: Int
    }
}

/// Bytes that delegates append to.
public protocol EmissionBuffer: AnyObject {
    /// Bytes so far.
    var count: Int { get }
    /// Appends bytes.
    func append(_ bytes: [UInt8])
    /// Forgets all bytes past `count`.
    func truncate(to count: Int)
}
