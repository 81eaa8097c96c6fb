import PeriluneTestKit
import Testing

@testable import PeriluneCore

struct DelegateTallyTests {
    private func counts(_ bus: Bus) -> [String: DelegateCounts] {
        var counts: [String: DelegateCounts] = [:]
        bus.drainCounts { name, more, _ in counts[name] = more }
        return counts
    }

    @Test func countsWhatEachDelegateDid() throws {
        let shy = ScriptedDelegate("shy", shouldHandle: { _, _ in false })
        let passing = ScriptedDelegate("passing", execute: { _, _ in .finished(.pass) })
        let failing = ScriptedDelegate("failing", execute: { _, _ in throw broken })
        let last = ScriptedDelegate("last", execute: { _, _ in .finished(.byDefault()) })
        let probe = try BusProbe(shy, passing, failing, last, handlers: [Navigator()])
        probe.bus.countDelegates()
        for number in 0..<40 { _ = try probe.decide(link("\(number)")) }
        let counts = counts(probe.bus)
        for name in ["shy", "passing", "failing", "last"] {
            #expect(counts[name]?.entered == 40)
            #expect(counts[name]?.turns == 40)
            // The first, the 18th and the 35th.
            #expect(counts[name]?.times.count == 3)
        }
        #expect(["shy", "passing", "failing", "last"].map { counts[$0]?.taken } == [0, 0, 0, 40])
        #expect(
            ["shy", "passing", "failing", "last"].map { counts[$0]?.failures } == [0, 0, 40, 0])
    }

    /// Each worker of a host counts for itself.
    @Test func countsOfSeveralWorkersAreAdded() {
        var one = DelegateCounts()
        (one.entered, one.taken, one.failures, one.turns) = (5, 3, 2, 6)
        one.add(100, .handled)
        var sum = DelegateCounts()
        for _ in 0..<2 { sum += one }
        #expect([sum.entered, sum.taken, sum.failures, sum.turns] == [10, 6, 4, 12])
        #expect(sum.times.count == 2)
        #expect(sum - one == one)
    }

    @Test func timesAreKeptByHowTurnsEnd() throws {
        let delegates = [
            ScriptedDelegate("shy", shouldHandle: { _, _ in false }),
            ScriptedDelegate("passing", execute: { _, _ in .finished(.pass) }),
            ScriptedDelegate("failing", execute: { _, _ in throw broken }),
            ScriptedDelegate(
                "rejecting", execute: { _, _ in .finished(.reject(reason: "no")) }),
            ScriptedDelegate("usual", execute: { _, _ in .finished(.byDefault()) }),
            ScriptedDelegate("done"),
            ScriptedDelegate("slow", execute: { event, _ in .suspended(Answer(event: event)) }),
        ]
        let expected: [String: Set<CallOutcome>] = [
            "shy": [.declined], "passing": [.declined], "failing": [.failed],
            "rejecting": [.rejected], "usual": [.default], "done": [.handled], "slow": [.waiting],
        ]
        for delegate in delegates {
            let probe = try BusProbe(delegate, handlers: [Navigator()])
            probe.bus.countDelegates()
            let name = delegate.delegate.name
            // It throws if the delegate waits.
            _ = try? probe.decide(link())
            let counts = counts(probe.bus)[name]
            #expect(counts.map { Set($0.timesByOutcome.keys) } == expected[name], "\(name)")
        }
    }

    @Test func takingTheCountsResetsThem() throws {
        let probe = try BusProbe(ScriptedDelegate("one"), ScriptedDelegate("idle"))
        probe.bus.countDelegates()
        #expect(Set(counts(probe.bus).keys) == ["one", "idle"])
        _ = try probe.decide(link())
        #expect(counts(probe.bus).mapValues(\.entered) == ["one": 1])
        #expect(counts(probe.bus).isEmpty)
    }

    @Test func nothingIsCountedUnlessRequested() throws {
        let probe = try BusProbe(ScriptedDelegate("one"))
        _ = try probe.decide(link())
        #expect(counts(probe.bus).isEmpty)
    }

    @Test func aTurnThatEndsWithAnErrorIsTimedOnce() throws {
        let failing = ScriptedDelegate("failing", execute: { _, _ in throw broken })
        let probe = try BusProbe(failing)
        probe.bus.countDelegates()
        _ = try probe.decide(link())
        #expect(counts(probe.bus)["failing"]?.times.count == 1)
    }

    @Test func waitingForAnAnswerMakesAnotherTurnOfTheSameCall() throws {
        let slow = ScriptedDelegate(
            "slow", execute: { event, _ in .suspended(Answer(event: event)) })
        let probe = try BusProbe(slow)
        probe.bus.countDelegates()
        let event = link()
        probe.commander.begin(event, depth: 0)
        guard case .waiting(let waiting) = probe.bus.decide(event, probe.commander) else {
            Issue.record("it does not wait")
            return
        }
        let before = counts(probe.bus)["slow"]
        #expect(before?.entered == 1 && before?.turns == 1 && before?.taken == 0)
        _ = probe.bus.resume(waiting, probe.commander)
        let after = counts(probe.bus)["slow"]
        #expect(after?.entered == 0 && after?.turns == 1 && after?.taken == 1)
    }

    @Test func theTurnAfterAnAnswerIsTimed() throws {
        let slow = ScriptedDelegate(
            "slow", execute: { event, _ in .suspended(Answer(event: event)) })
        let probe = try BusProbe(slow)
        probe.bus.countDelegates()
        for _ in 0..<17 {
            let event = link()
            probe.commander.begin(event, depth: 0)
            guard case .waiting(let waiting) = probe.bus.decide(event, probe.commander) else {
                Issue.record("it does not wait")
                return
            }
            _ = probe.bus.resume(waiting, probe.commander)
        }
        // The first turn, which waits, and the 18th, which follows an answer.
        let times = counts(probe.bus)["slow"]?.timesByOutcome.mapValues(\.count)
        #expect(times == [.waiting: 1, .handled: 1])
    }
}

/// An answer that is there at once.
private final class Answer: Suspension, @unchecked Sendable {
    let event: any EventContent

    init(event: any EventContent) { self.event = event }

    func wait() async {}

    func resume(_ commander: Commander) -> Execution { .finished(.handled) }
}
