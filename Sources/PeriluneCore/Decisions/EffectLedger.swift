/// The known effects of one event: which have begun, and their answers.
///
/// An event that was interrupted by a crash is processed again. A call that was answered before gets the same answer.
/// A call that began but has no answer may have happened: it is repeated only if the other side recognizes it by its
/// identity, or if a second time does no harm (``OnceEffect``).
public protocol EffectLedger: Sendable {
    /// Stores that an effect is about to be carried out; returns when that is durable.
    ///
    /// Throws `effect.changed` if another request is stored under the identity.
    func begin(
        _ identity: String, kind: String, request: Value
    ) async throws(PeriluneError) -> LedgerEntry

    /// Stores the intent to carry out an effect that must happen once; returns when that is durable.
    ///
    /// `ifDone` is the answer to the script if an operator says later that the effect happened.
    func begin(
        _ identity: String, kind: String, request: Value, ifDone: Value?
    ) async throws(PeriluneError) -> LedgerEntry

    /// Stores the answer to an effect that has begun.
    func finish(_ identity: String, _ answer: LedgerAnswer) async throws(PeriluneError)

    /// The stored answer; `nil` if there is none.
    func answer(to identity: String) async throws(PeriluneError) -> LedgerAnswer?
}

extension EffectLedger {
    /// Stores the intent as for any other effect, for ledgers that no operator settles.
    public func begin(
        _ identity: String, kind: String, request: Value, ifDone: Value?
    ) async throws(PeriluneError) -> LedgerEntry {
        try await begin(identity, kind: kind, request: request)
    }
}

/// The state of an effect that is about to be carried out.
public enum LedgerEntry: Hashable, Sendable {
    /// The effect is new.
    case new
    /// The effect began before, and its outcome is unknown.
    case begun
    /// The effect was answered before.
    case answered(LedgerAnswer)
}

/// The answer of a call.
public enum LedgerAnswer: Hashable, Sendable {
    /// A value, or nothing.
    case value(Value?)
    /// An error that the script got.
    case error(code: String, message: String, hint: String? = nil)

    /// Returns the value, or throws the error.
    public func get() throws(PeriluneError) -> Value? {
        switch self {
        case .value(let value): return value
        case .error(let code, let message, let hint):
            throw PeriluneError(.init(rawValue: code), message, hint: hint)
        }
    }
}

extension PeriluneError {
    /// The error for an effect that is repeated with another request.
    ///
    /// The script has changed in between, or its request depends on something outside the event.
    public static func effectChanged(_ identity: String) -> PeriluneError {
        PeriluneError(
            "effect.changed", "the effect \(identity) was started before with a different request",
            hint:
                "the script has changed since, or its decision depends on something other than the event"
        )
    }
}

/// A ledger that keeps nothing: every effect is new.
///
/// For hosts without a store, which never process an event twice.
public struct NoLedger: EffectLedger {
    /// Makes a ledger that keeps nothing.
    public init() {}

    /// Returns `.new`.
    public func begin(_ identity: String, kind: String, request: Value) -> LedgerEntry { .new }

    /// Does nothing.
    public func finish(_ identity: String, _ answer: LedgerAnswer) {}

    /// Returns `nil`.
    public func answer(to identity: String) -> LedgerAnswer? { nil }
}
