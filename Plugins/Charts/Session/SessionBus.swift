package import PeriluneCore

/// The way from a session to the delegates.
package protocol SessionBus: Sendable {
    /// Decides an event; answers how it ended, and what was emitted.
    func decide(_ event: Event) async throws -> (outcome: Outcome, emitted: [Value])
}
