/// An effect that must not happen twice, such as closing a sale.
///
/// Its intent is kept before the request is sent. If the answer is lost, or the process ends before it
/// arrives, the outcome is unknown: the event fails with `effect.unknown`, and an operator settles it with
/// `perilune quarantine retry --assume done` or `--assume not-done`.
public struct OnceEffect: Sendable {
    /// The answer to the script if an operator says that the effect happened.
    public var ifDone: Value?
    /// Whether the other side can tell whether it happened, so that the effect may be started again.
    public var canFindOut: Bool

    /// Creates a description.
    public init(ifDone: Value?, canFindOut: Bool) {
        self.ifDone = ifDone
        self.canFindOut = canFindOut
    }

    /// Whether the effect that runs in this task may have happened before.
    ///
    /// True if an event is processed again and the effect began without an answer.
    @TaskLocal public static var mayHaveHappened = false
}

extension PeriluneError.Code {
    /// The code of the error for an effect of which nobody knows whether it happened.
    ///
    /// The event fails as a whole, and scripts cannot catch the error.
    public static let effectUnknown: Self = "effect.unknown"
}

extension PeriluneError {
    /// Creates the error for an effect that must happen once and has no answer.
    ///
    /// - Parameters:
    ///   - effect: The effect, such as `crm.ReviseQuote`.
    ///   - cause: Why there is no answer.
    /// - Returns: The error.
    public static func effectUnknown(_ effect: String, because cause: String) -> PeriluneError {
        PeriluneError(
            .effectUnknown, "the outcome of \(effect) is unknown: \(cause)",
            hint:
                "'perilune quarantine show' shows the request; find out whether it was carried out, then run 'perilune quarantine retry' with --assume done or --assume not-done"
        )
    }

    /// Whether no other delegate may take the event after this error.
    package var endsEvent: Bool { code == .effectUnknown || code == .eventCancelled }
}
