import PeriluneTestKit
import Testing

@testable import PeriluneCore

/// What each reply of a delegate means.
struct BusReplyTests {
    private func delegate(_ reply: Reply, _ name: String = "first") -> ScriptedDelegate {
        ScriptedDelegate(name, execute: { _, _ in .finished(reply) })
    }

    private func targets(_ probe: BusProbe) -> [String?] {
        probe.commander.effects.map { $0.details["url"]?.string }
    }

    @Test func rejectEndsTheEventWithItsReason() throws {
        let second = delegate(.handled, "second")
        let probe = try BusProbe(
            delegate(.reject(reason: "too late")), second, handlers: [Navigator()])
        #expect(
            try probe.decide(link()) == Verdict(.rejected, by: "first", reason: "too late"))
        #expect(second.calls.isEmpty)
        #expect(probe.commander.effects.isEmpty)
    }

    @Test func passAsksTheNextDelegate() throws {
        let probe = try BusProbe(delegate(.pass), delegate(.handled, "second"))
        #expect(try probe.decide(link()) == Verdict(.handled, by: "second"))
    }

    @Test func passOfAllEndsWithTheDefaultHandler() throws {
        let probe = try BusProbe(
            delegate(.pass), delegate(.pass, "second"), handlers: [Navigator()])
        #expect(try probe.decide(link()) == Verdict(.default, by: "navigator"))
    }

    @Test func defaultHandlesTheEventsOwnLink() throws {
        let second = delegate(.handled, "second")
        let probe = try BusProbe(delegate(.byDefault()), second, handlers: [Navigator()])
        #expect(try probe.decide(link()) == Verdict(.default, by: "first"))
        #expect(targets(probe) == ["mstr://a"])
        #expect(second.calls.isEmpty)
    }

    @Test func defaultHandlesAnotherLink() throws {
        let probe = try BusProbe(delegate(.byDefault(url: "mstr://b")), handlers: [Navigator()])
        #expect(
            try probe.decide(link()) == Verdict(.default, by: "first", redirect: "mstr://b"))
        #expect(targets(probe) == ["mstr://b"])
    }

    @Test func defaultOnACustomEventAsksTheNextDelegate() throws {
        let second = delegate(.byDefault(), "second")
        let probe = try BusProbe(delegate(.byDefault()), second, handlers: [Navigator()])
        #expect(try probe.decide(link(custom: true)) == Verdict(.unhandled, by: nil))
        #expect(second.calls == [.execute("e1"), .finish(committed: true)])
        #expect(probe.commander.effects.isEmpty)
    }

    @Test func defaultOfAnotherLinkOnACustomEventIsHandled() throws {
        let probe = try BusProbe(delegate(.byDefault(url: "mstr://b")), handlers: [Navigator()])
        #expect(
            try probe.decide(link(custom: true))
                == Verdict(.default, by: "first", redirect: "mstr://b"))
    }

    @Test func defaultForALinkWithoutAHandlerAsksTheNextDelegate() throws {
        let probe = try BusProbe(
            delegate(.byDefault(url: "lost://x")), delegate(.handled, "second"),
            handlers: [Navigator()])
        #expect(try probe.decide(link()) == Verdict(.handled, by: "second"))
    }

    @Test func aRedirectWithoutAHandlerIsUnhandled() throws {
        for replies in [
            [Reply.byDefault(url: "lost://x")], [.byDefault(url: "lost://x"), .byDefault()],
        ] {
            let delegates = replies.enumerated().map { delegate($1, "rule\($0)").delegate }
            let probe = try BusProbe(delegates, handlers: [Navigator()])
            #expect(
                try probe.decide(link()) == Verdict(.unhandled, by: nil, redirect: "lost://x"))
            #expect(probe.commander.effects.isEmpty)
            #expect(try probe.decide(FixedContent(type: "link.url")).redirect == "lost://x")
        }
    }

    @Test func aRedirectDoesNotAffectTheNextEvent() throws {
        let once = ScriptedDelegate(
            "once",
            execute: { event, _ in
                .finished(event.id == "e1" ? .byDefault(url: "lost://x") : .pass)
            })
        let probe = try BusProbe(once, handlers: [Navigator()])
        #expect(try probe.decide(link("e1")).redirect == "lost://x")
        #expect(try probe.decide(link("e2")) == Verdict(.default, by: "navigator"))
    }

    @Test func defaultWithoutAHandlerIsUnhandled() throws {
        let probe = try BusProbe(delegate(.byDefault()), handlers: [Navigator()])
        let event = FixedContent(type: "crm.lead.update")
        #expect(try probe.decide(event) == Verdict(.unhandled, by: nil))
    }

    @Test func firstHandlerThatNamesTheTypeHandles() throws {
        let probe = try BusProbe(
            handlers: [Navigator(name: "first", types: ["link.url", "link.drill"]), Navigator()])
        #expect(try probe.decide(link()) == Verdict(.default, by: "first"))
    }
}
