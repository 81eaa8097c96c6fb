import PeriluneTestKit
import Testing

@testable import PeriluneCore

/// Who is asked, and in which order.
struct BusOrderTests {
    private func passing(
        _ name: String, on type: TypePattern = "*", priority: Int = 0,
        conditions: [Interests.Condition] = []
    ) -> ScriptedDelegate {
        ScriptedDelegate(
            name, on: type, conditions: conditions, priority: priority,
            execute: { event, commander in
                commander.emit(.string(name))
                return .finished(.pass)
            })
    }

    private func asked(_ delegates: [ScriptedDelegate], _ event: FixedContent) throws -> String {
        let probe = try BusProbe(delegates.map(\.delegate))
        _ = try probe.decide(event)
        return probe.output.text
    }

    @Test func higherPriorityFirstThenRegistration() throws {
        let delegates = [
            passing("a"), passing("b", priority: 5), passing("c", priority: -1), passing("d"),
            passing("e", priority: 5),
        ]
        #expect(try asked(delegates, link()) == "\"b\"\n\"e\"\n\"a\"\n\"d\"\n\"c\"\n")
    }

    @Test func delegatesWithConditionsKeepTheirPlace() throws {
        let condition = Interests.Condition("where", ["data.url": "mstr://a"])
        let delegates = [
            passing("a"), passing("b", conditions: [condition]), passing("c"),
            passing("d", priority: 1, conditions: [condition]),
        ]
        #expect(try asked(delegates, link()) == "\"d\"\n\"a\"\n\"b\"\n\"c\"\n")
        #expect(try asked(delegates, link(url: "mstr://b")) == "\"a\"\n\"c\"\n")
    }

    @Test func delegateWithoutMatchingInterestIsNeverCalled() throws {
        let other = passing("other", on: "crm.*")
        let strict = passing(
            "strict", conditions: [.init("where", ["data.url": "mstr://elsewhere"])])
        let probe = try BusProbe(other, strict)
        for number in 0..<10 { _ = try probe.decide(link("e\(number)")) }
        #expect(other.calls.isEmpty)
        #expect(strict.calls.isEmpty)
    }

    @Test func customEventsAreNotOfferedToDelegatesWithoutInterest() throws {
        let other = passing("other", on: "crm.*")
        let probe = try BusProbe(other, handlers: [Navigator()])
        #expect(try probe.decide(link(custom: true)).outcome == .unhandled)
        #expect(other.calls.isEmpty)
    }

    @Test func typesWithoutDefaultHandlerAreUnhandled() throws {
        let probe = try BusProbe(handlers: [Navigator()])
        #expect(try probe.decide(FixedContent(type: "crm.x")) == Verdict(.unhandled, by: nil))
    }

    @Test func traceHasEveryStep() throws {
        let probe = try BusProbe(
            passing("other", on: "crm.*"), ScriptedDelegate("shy", shouldHandle: { _, _ in false }),
            ScriptedDelegate("failing", execute: { _, _ in throw broken }), passing("last"))
        var steps: [String] = []
        probe.commander.trace = EventTrace { step in
            let answer =
                switch step.answer {
                case .notInterested(let mismatch): mismatch.reason
                case .notReached: "not reached"
                case .declined: "declined"
                case .replied(let reply): "\(reply)"
                case .failed(let error): error.code.rawValue
                }
            steps.append("\(step.delegate): \(answer)")
        }
        _ = try probe.decide(link())
        #expect(
            steps == [
                "other: type is link.drill, not crm.*", "shy: declined",
                "failing: script.runtime", "last: pass",
            ])
    }
}
