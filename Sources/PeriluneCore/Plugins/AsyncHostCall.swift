import Synchronization

/// The call of an asynchronous host function.
public struct AsyncHostCall: Sendable {
    /// The script's name.
    public let script: String
    /// The source of the event: an id is unique only within it.
    public let source: String
    /// The identity of this call: event id, script, number.
    public let identity: String
    /// The number of effects between the event and one from outside, each of which caused the next event.
    public let depth: Int
    /// Whether the effect is to be described and not carried out.
    public let isDryRun: Bool
    /// The event's time, microseconds since 1970.
    public let clock: Int64
    /// Where log lines go.
    public let log: any LogSink
    /// The ledger of the event's effects.
    public let ledger: any EffectLedger
    /// The grants of the script.
    public let grants: Grants
    /// The header `traceparent` of requests, by which they belong to the event's trace; `nil` if it has none.
    public let traceParent: String?
    /// Whether the caller accepts an answer as ``json``.
    package var takesJSON = false
    private let notes = Notes()

    /// Makes a call.
    public init(
        script: String, source: String = "", identity: String, depth: Int = 0,
        isDryRun: Bool = false, clock: Int64 = 0,
        log: any LogSink, ledger: any EffectLedger = NoLedger(), grants: Grants = .all,
        traceParent: String? = nil
    ) {
        self.grants = grants
        self.traceParent = traceParent
        self.script = script
        self.source = source
        self.identity = identity
        self.depth = depth
        self.isDryRun = isDryRun
        self.clock = clock
        self.log = log
        self.ledger = ledger
    }

    /// Records an effect, in the order of the calls.
    ///
    /// The first effect of a call has the identity of the call; for further ones, a number is appended to it.
    public func note(_ kind: String, _ details: Value.Members) {
        notes.effects.withLock { effects in
            let id = effects.isEmpty ? identity : "\(identity).\(effects.count + 1)"
            effects.append(Effect(id: id, kind: kind, details: details))
        }
    }

    /// Adds members to the last recorded effect that are only known after it was carried out.
    public func amend(_ details: Value.Members) {
        notes.effects.withLock { effects in
            guard let last = effects.popLast() else { return }
            var members = last.details
            for member in details.pairs { members[member.name] = member.value }
            effects.append(Effect(id: last.id, kind: last.kind, details: members))
        }
    }

    /// The effects that were recorded.
    package var effects: [Effect] { notes.effects.withLock(\.self) }

    private final class Notes: Sendable {
        let effects = Mutex<[Effect]>([])
        let json = Mutex<[UInt8]?>(nil)
    }

    /// The answer as JSON, if it was written directly; otherwise the result of the function is the answer.
    package var json: [UInt8]? { notes.json.withLock(\.self) }
}

/// A large answer that can be written as JSON directly, without building its value.
package struct HostAnswer: Sendable {
    let value: @Sendable () -> Value
    let write: @Sendable (inout JSONWriter) -> Void

    package init(
        value: @escaping @Sendable () -> Value,
        write: @escaping @Sendable (inout JSONWriter) -> Void
    ) {
        self.value = value
        self.write = write
    }
}

extension AsyncHostCall {
    /// Records an effect and carries it out, once for its identity even if the event is processed again.
    ///
    /// If the effect was answered before, the same answer is returned, or the same error thrown, because the script
    /// continued from there. A dry run carries out nothing: the answer is taken from the ledger, else from `dryRun`;
    /// without either, it throws `effect.dry-run`.
    ///
    /// - Parameters:
    ///   - kind: The effect's kind, such as `crm.create`.
    ///   - details: The details for the record.
    ///   - request: Identifies the request: a repeated call must have the same.
    ///   - once: For an effect that must not happen twice; the body throws ``PeriluneError/Code/effectUnknown``
    ///     if it cannot tell whether it happened.
    ///   - dryRun: The answer of a dry run, if it is known without carrying out the effect.
    ///   - body: Carries out the effect.
    /// - Returns: The answer.
    /// - Throws: What the body throws, `effect.changed`, `effect.unknown`, `effect.dry-run`, or an error of
    ///   the store.
    public func perform(
        _ kind: String, _ details: Value.Members, request: Value, once: OnceEffect? = nil,
        dryRun: (@Sendable () throws -> Value?)? = nil, _ body: @Sendable () async throws -> Value?
    ) async throws -> Value? {
        note(kind, details)
        if isDryRun {
            if let answer = try await ledger.answer(to: identity) { return try answer.get() }
            if let dryRun { return try dryRun() }
            throw PeriluneError(
                "effect.dry-run", "the answer of \(kind) is not known in a dry run",
                hint: "run without --dry-run (explain: with --live), or guard the call with pcall")
        }
        let entry =
            if let once {
                try await ledger.begin(
                    identity, kind: kind, request: request, ifDone: once.ifDone)
            } else {
                try await ledger.begin(identity, kind: kind, request: request)
            }
        if case .answered(let answer) = entry { return try answer.get() }
        if entry == .begun, let once, !once.canFindOut {
            throw PeriluneError.effectUnknown(
                kind, because: "the process ended before the answer arrived")
        }
        do {
            let value = try await OnceEffect.$mayHaveHappened.withValue(entry == .begun) {
                try await body()
            }
            try await ledger.finish(identity, .value(value))
            return value
        } catch let error {
            guard let error = CallDeadline.explain(error) as? PeriluneError else { throw error }
            // Without an answer, the effect stays an intent until an operator or another attempt settles it.
            if error.code == .effectUnknown { throw error }
            try await ledger.finish(
                identity,
                .error(code: error.code.rawValue, message: error.message, hint: error.hint))
            throw error
        }
    }

    /// Records an effect with a large answer and carries it out, like ``perform(_:_:request:once:dryRun:_:)``.
    ///
    /// Without a ledger, only the script needs the answer, and gets it as JSON.
    package func perform(
        _ kind: String, _ details: Value.Members, request: Value,
        _ body: @Sendable () async throws -> HostAnswer
    ) async throws -> Value? {
        let isJSON = takesJSON && ledger is NoLedger
        return try await perform(kind, details, request: request) { () async throws -> Value? in
            let answer = try await body()
            guard isJSON else { return answer.value() }
            var writer = JSONWriter(reserving: 16 << 10)
            answer.write(&writer)
            let bytes = writer.bytes
            notes.json.withLock { $0 = bytes }
            return .null
        }
    }
}
