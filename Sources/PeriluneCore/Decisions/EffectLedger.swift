/// What is known of the effects of one event: which began, and how they were answered.
///
/// An event that a crash cut off is decided again. A call that was answered before gets the same answer. One
/// that began and has no answer may have happened: it is repeated only if the other side knows it by its
/// identity, or if a second time does no harm (``OnceEffect``).
public protocol EffectLedger: Sendable {
    /// Notes that an effect is about to be carried out; returns when that is kept.
    ///
    /// Throws `effect.changed` where another request is known under the identity.
    func begin(
        _ identity: String, kind: String, request: Value
    ) async throws(PeriluneError) -> LedgerEntry

    /// Notes the intent to carry out an effect that must happen once; returns when that is kept.
    ///
    /// `ifDone` is what the effect is answered with if an operator says later that it happened.
    func begin(
        _ identity: String, kind: String, request: Value, ifDone: Value?
    ) async throws(PeriluneError) -> LedgerEntry

    /// Keeps the answer to an effect that began.
    func finish(_ identity: String, _ answer: LedgerAnswer) async throws(PeriluneError)

    /// The answer that is kept, if any.
    func answer(to identity: String) async throws(PeriluneError) -> LedgerAnswer?
}

extension EffectLedger {
    /// Notes the intent as any other effect, for ledgers that no operator settles.
    public func begin(
        _ identity: String, kind: String, request: Value, ifDone: Value?
    ) async throws(PeriluneError) -> LedgerEntry {
        try await begin(identity, kind: kind, request: request)
    }
}

/// What a ledger knows of an effect that is about to be carried out.
public enum LedgerEntry: Hashable, Sendable {
    /// It is new.
    case new
    /// It began before, and its outcome is unknown.
    case begun
    /// It was answered.
    case answered(LedgerAnswer)
}

/// How a call was answered.
public enum LedgerAnswer: Hashable, Sendable {
    /// By a value, or by nothing.
    case value(Value?)
    /// By an error that the script saw.
    case error(code: String, message: String, hint: String? = nil)

    /// The value, or the error thrown.
    public func get() throws(PeriluneError) -> Value? {
        switch self {
        case .value(let value): return value
        case .error(let code, let message, let hint):
            throw PeriluneError(.init(rawValue: code), message, hint: hint)
        }
    }
}

extension PeriluneError {
    /// An effect is asked for again with another request.
    ///
    /// The script changed between the two, or decides by something that is not in the event.
    public static func effectChanged(_ identity: String) -> PeriluneError {
        PeriluneError(
            "effect.changed", "the effect \(identity) was started before with a different request",
            hint:
                "the script has changed since, or its decision depends on something other than the event"
        )
    }
}

/// Keeps nothing: every effect is new.
///
/// For hosts whose input is not kept either, so that nothing is decided twice.
public struct NoLedger: EffectLedger {
    /// Makes a ledger that keeps nothing.
    public init() {}

    /// Always new.
    public func begin(_ identity: String, kind: String, request: Value) -> LedgerEntry { .new }

    /// Forgets the answer.
    public func finish(_ identity: String, _ answer: LedgerAnswer) {}

    /// Knows no answer.
    public func answer(to identity: String) -> LedgerAnswer? { nil }
}
