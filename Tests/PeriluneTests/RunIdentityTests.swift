import Testing

@testable import Perilune

/// An interrupted run is resumed by the same logs, scripts and options.
struct RunIdentityTests {
    private func identity(
        logs: [String] = ["a.log", "b.log"], script: String = "1", limit: String = "5",
        follows: Bool = false
    ) -> RunIdentity {
        RunIdentity(
            logs: logs, scripts: follows ? [] : [("rule.lua", script)],
            options: [("limit", limit)], follows: follows)
    }

    private func difference(_ new: RunIdentity, from old: RunIdentity) -> String? {
        new.difference(from: Dictionary(old.rows) { $1 })
    }

    @Test func theSameRunHasNoDifference() {
        #expect(difference(identity(), from: identity()) == nil)
    }

    @Test func theDifferenceIsNamed() {
        let old = identity()
        #expect(difference(identity(logs: ["b.log"]), from: old) == "it read the logs a.log, b.log")
        #expect(difference(identity(script: "2"), from: old)?.contains("rule.lua") == true)
        #expect(difference(identity(limit: "6"), from: old)?.contains("--limit") == true)
        #expect(difference(identity(follows: true), from: old) == "it ran without --watch")
        #expect(difference(old, from: identity(follows: true)) == "it ran with --watch")
        #expect(old.difference(from: [:]) == "its logs cannot be read")
    }
}
