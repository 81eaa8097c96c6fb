internal import Perilune
internal import PeriluneCore
internal import Synchronization

/// The cases that one host runs, one after the other.
final class CaseQueue: EventGroups {
    /// A case and its events.
    struct Entry: Sendable {
        let test: TestCase
        let events: [Event]
        let answers: PreparedAnswers?
    }

    private struct Progress {
        var next = 0
        var start = ContinuousClock.now
        var results: [CaseResult] = []
    }

    private let scriptHost: ScriptHost
    private let entries: [Entry]
    private let snapshots: Snapshots
    private let progress = Mutex(Progress())

    init(_ scriptHost: ScriptHost, _ entries: [Entry], _ snapshots: Snapshots) {
        self.scriptHost = scriptHost
        self.entries = entries
        self.snapshots = snapshots
    }

    /// The results so far, in the order of the cases.
    var results: [CaseResult] { progress.withLock(\.results) }

    private var current: Entry? {
        let number = progress.withLock(\.next) - 1
        return entries.indices.contains(number) ? entries[number] : nil
    }

    var ledger: any EffectLedger { current?.answers ?? NoLedger() }

    func next() -> [Event]? {
        let number = progress.withLock { progress in
            progress.start = .now
            progress.next += 1
            return progress.next - 1
        }
        guard entries.indices.contains(number), !Task.isCancelled else { return nil }
        scriptHost.begin(entries[number].test["state"]?["before"]?.object)
        return entries[number].events
    }

    func finishGroup(with results: Result<Host.Results, PeriluneError>) {
        guard let entry = current else { return }
        var result = CaseResult(name: entry.test.name)
        do throws(PeriluneError) {
            let observation = try scriptHost.observe(try results.get())
            result.failures = try Expectations(entry.test, snapshots)
                .failures(observation, entry.answers) { key throws(PeriluneError) in
                    try scriptHost.state(key)
                }
        } catch {
            result.failures = [Failure(error, at: entry.test.place)]
        }
        progress.withLock { progress in
            result.microseconds = progress.start.microseconds
            progress.results.append(result)
        }
    }
}
