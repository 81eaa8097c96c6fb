import PeriluneTestKit
import Testing

@testable import PeriluneCore

/// What the bus does for each way in which a delegate can end, a test for each case.
struct BusContractTests {
    @Test func stockEventGoesToTheDelegateThatClaimsIt() throws {
        let first = ScriptedDelegate("first")
        let second = ScriptedDelegate("second")
        let probe = try BusProbe(first, second, handlers: [Navigator()])
        #expect(try probe.decide(link()) == Verdict(.handled, by: "first"))
        #expect(first.calls == [.shouldHandle("e1"), .execute("e1"), .finish(committed: true)])
        #expect(second.calls.isEmpty)
        #expect(probe.commander.effects.isEmpty)
    }

    @Test func unclaimedStockEventGoesToTheDefaultHandler() throws {
        let shy = ScriptedDelegate("shy", shouldHandle: { _, _ in false })
        let probe = try BusProbe(shy, handlers: [Navigator()])
        #expect(try probe.decide(link()) == Verdict(.default, by: "navigator"))
        #expect(shy.calls == [.shouldHandle("e1"), .finish(committed: true)])
        #expect(probe.commander.effects.map(\.id) == ["e1/navigator/1"])
    }

    @Test func customEventIsOfferedWithoutAsking() throws {
        let shy = ScriptedDelegate("shy", shouldHandle: { _, _ in false })
        let probe = try BusProbe(shy, handlers: [Navigator()])
        #expect(try probe.decide(link(custom: true)) == Verdict(.handled, by: "shy"))
        #expect(shy.calls == [.execute("e1"), .finish(committed: true)])
    }

    @Test func customEventThatNoDelegateExecutesIsUnhandled() throws {
        let passing = ScriptedDelegate("passing", execute: { _, _ in .finished(.pass) })
        let probe = try BusProbe(passing, handlers: [Navigator()])
        #expect(try probe.decide(link(custom: true)) == Verdict(.unhandled, by: nil))
        #expect(
            try BusProbe(handlers: [Navigator()]).decide(link(custom: true)).outcome == .unhandled)
    }

    @Test func failureAsksTheNextDelegate() throws {
        let failing = ScriptedDelegate("failing", execute: { _, _ in throw broken })
        let next = ScriptedDelegate("next")
        let probe = try BusProbe(failing, next, handlers: [Navigator()])
        #expect(try probe.decide(link()) == Verdict(.handled, by: "next"))
        #expect(probe.commander.error == broken)
        #expect(
            failing.calls == [.shouldHandle("e1"), .execute("e1"), .finish(committed: false)])
    }

    @Test func failureOfAllFallsBackToTheDefaultHandler() throws {
        let failing = ScriptedDelegate("failing", execute: { _, _ in throw broken })
        let probe = try BusProbe(failing, handlers: [Navigator()])
        #expect(try probe.decide(link()) == Verdict(.default, by: "navigator"))
        #expect(probe.commander.error == broken)
    }

    @Test func failureWithoutDefaultHandlerFails() throws {
        let failing = ScriptedDelegate("failing", execute: { _, _ in throw broken })
        let other = ScriptedDelegate(
            "other", execute: { _, _ in throw PeriluneError("later", "the first error is kept") })
        let probe = try BusProbe(failing, other)
        #expect(try probe.decide(link()) == Verdict(.failed, by: "failing"))
        #expect(probe.commander.error == broken)
    }

    @Test func failureOnACustomEventFails() throws {
        let failing = ScriptedDelegate("failing", execute: { _, _ in throw broken })
        let probe = try BusProbe(failing, handlers: [Navigator()])
        #expect(try probe.decide(link(custom: true)) == Verdict(.failed, by: "failing"))
    }

    @Test func failureInShouldHandleIsAFailure() throws {
        let unsure = ScriptedDelegate("unsure", shouldHandle: { _, _ in throw broken })
        let probe = try BusProbe(unsure)
        #expect(try probe.decide(link()) == Verdict(.failed, by: "unsure"))
        #expect(unsure.calls == [.shouldHandle("e1"), .finish(committed: false)])
        #expect(probe.commander.error == broken)
    }

    @Test func failureOfTheDefaultHandlerFails() throws {
        let probe = try BusProbe(handlers: [Navigator(failure: broken)])
        #expect(try probe.decide(link()) == Verdict(.failed, by: "navigator"))
        #expect(probe.commander.error == broken)
    }

    @Test func errorIsForgottenWithTheNextEvent() throws {
        let once = ScriptedDelegate(
            "once",
            execute: { event, _ in
                if event.id == "e1" { throw broken }
                return .finished(.handled)
            })
        let probe = try BusProbe(once)
        #expect(try probe.decide(link("e1")).outcome == .failed)
        #expect(try probe.decide(link("e2")).outcome == .handled)
        #expect(probe.commander.error == nil)
    }
}
