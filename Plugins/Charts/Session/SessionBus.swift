package import PeriluneCore

/// The way from a session to the delegates.
package protocol SessionBus: Sendable {
    /// Decides an event; answers how it ended, and what was emitted.
    func decide(_ event: Event) async throws -> (outcome: Outcome, emitted: [Value])

    /// The same for a question that comes up while an event is decided, and that waits for nobody: not for
    /// that event either.
    func answer(_ event: Event) async throws -> (outcome: Outcome, emitted: [Value])
}
