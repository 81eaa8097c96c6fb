internal import PeriluneCore
internal import Synchronization

/// The state behind the module `test` while a case that is a function runs.
final class CaseSession: Sendable {
    /// The running case.
    struct Current: Sendable {
        let test: TestCase
        let events: CaseEvents
        let answers: PreparedAnswers
        let snapshots: Snapshots
        /// Makes the host with the scripts; called at the first use.
        let makeScriptHost: @Sendable () throws(PeriluneError) -> ScriptHost
        var scriptHost: ScriptHost?
        /// The number of events so far.
        var count = 0
        /// The failures of the last failed assertion.
        var failures: [Failure] = []
    }

    private let current = Mutex<Current?>(nil)

    func begin(_ test: Current) { current.withLock { $0 = test } }

    /// Ends the case, and returns its final state.
    func end() -> Current? {
        current.withLock { current in
            defer { current = nil }
            return current
        }
    }

    /// Processes events in the host of the case.
    func decide(_ values: [Value]) async throws -> Value {
        let (test, scriptHost) = try open()
        var events: [Event] = []
        for value in values {
            let number = current.withLock { current in
                current?.count += 1
                return current?.count ?? 1
            }
            events.append(try test.events.event(value, number: number))
        }
        return try await scriptHost.decide(events, test.answers).value
    }

    /// Calls the timers that are still set, as at the end of a log.
    func endLog() async throws -> Value {
        let (test, scriptHost) = try open()
        return try await scriptHost.endLog(test.answers).value
    }

    /// The state of a key.
    func state(_ key: String) throws(PeriluneError) -> Value? { try open().scriptHost.state(key) }

    /// Sets the state of a key for all scripts.
    func put(_ value: Value, key: String) throws(PeriluneError) {
        try open().scriptHost.put(value, key: key)
    }

    /// Declares the answer to an effect.
    func answer(_ name: String, _ value: Value) throws(PeriluneError) {
        try running().answers.declare(.init([(name, value)]))
    }

    /// The effects that were answered so far.
    func calls() throws(PeriluneError) -> Value { .array(try running().answers.calls) }

    /// Compares two values; throws if they differ.
    func compare(
        _ found: Value, _ expected: Value, _ strictness: Comparison.Strictness, _ what: String?
    ) throws(PeriluneError) {
        let differences = Comparison.differences(expected, in: found, at: [], strictness)
        try fail(
            differences.map { difference in
                var failure = Failure(difference, at: .init())
                if let what { failure.title = "\(what): \(failure.title)" }
                return failure
            })
    }

    /// Compares a value with its snapshot; throws if they differ.
    func compare(snapshot found: Value, _ name: String) throws(PeriluneError) {
        let current = try running()
        let failures = try current.snapshots.failures(found, of: current.test, name)
        try fail(
            failures.map { failure in
                var failure = failure
                // Drop the place of the case: the line of the assertion is more precise.
                if failure.place.file == current.test.place.file { failure.place = .init() }
                return failure
            })
    }

    private func fail(_ failures: [Failure]) throws(PeriluneError) {
        guard let first = failures.first else { return }
        current.withLock { $0?.failures = failures }
        throw PeriluneError("test.failed", first.title)
    }

    private func running() throws(PeriluneError) -> Current {
        guard let current = current.withLock(\.self) else {
            throw PeriluneError(
                "test.outside", "no case is running",
                hint: "call it in run = function(t) … end")
        }
        return current
    }

    private func open() throws(PeriluneError) -> (test: Current, scriptHost: ScriptHost) {
        let test = try running()
        if let scriptHost = test.scriptHost { return (test, scriptHost) }
        let scriptHost = try test.makeScriptHost()
        scriptHost.begin(test.test["state"]?["before"]?.object)
        current.withLock { $0?.scriptHost = scriptHost }
        return (test, scriptHost)
    }
}
