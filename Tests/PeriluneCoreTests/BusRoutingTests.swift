import PeriluneTestKit
import Testing

@testable import PeriluneCore

/// Who is asked about an event, for many types and for an event that changes on its way.
struct BusRoutingTests {
    @Test func aDefaultHandlerThatDeclinesLeavesNoEffects() throws {
        let probe = try BusProbe(handlers: [Undecided()])
        #expect(try probe.decide(link()) == Verdict(.unhandled, by: nil))
        #expect(probe.output.text.isEmpty)
        #expect(probe.commander.effects.isEmpty)
    }

    @Test func takingTheFailureCountsResetsThem() throws {
        let failing = ScriptedDelegate("failing", execute: { _, _ in throw broken })
        let worse = ScriptedDelegate("worse", shouldHandle: { _, _ in throw broken })
        let probe = try BusProbe(failing, worse, ScriptedDelegate("fine"))
        #expect(probe.bus.takeFailures() == [:])
        for number in 1...3 { _ = try probe.decide(link("e\(number)", custom: number == 1)) }
        #expect(probe.bus.takeFailures() == ["failing": 3, "worse": 3])
        #expect(probe.bus.takeFailures() == [:])
        _ = try probe.decide(link())
        #expect(probe.bus.takeFailures() == ["failing": 1, "worse": 1])
    }

    /// Types beyond those that the reader numbers are forgotten after 1,024 of them.
    @Test func thousandsOfTypesAreRoutedCorrectly() throws {
        let probe = try BusProbe(
            ScriptedDelegate("even", on: "even.*"), ScriptedDelegate("odd", on: "odd.*"))
        for round in 0..<2 {
            for number in 0..<2_500 {
                let name = number.isMultiple(of: 2) ? "even" : "odd"
                let event = FixedContent(
                    id: "\(round)-\(number)", type: "\(name).n\(number * (round + 1))", data: [:])
                #expect(try probe.decide(event).by == name)
                let known = FixedContent(id: "known", type: "odd.known", data: [:])
                #expect(try probe.decide(known).by == "odd")
            }
        }
    }

    @Test func aChangedEventIsRoutedByItsNewType() throws {
        let reader = ScriptedDelegate(
            "reader", on: "link.*",
            execute: { _, _ in .suspended(Change(from: "link.drill", to: "note.made")) })
        let links = ScriptedDelegate("links", on: "link.*")
        let notes = ScriptedDelegate("notes", on: "note.*")
        let probe = try BusProbe(reader, links, notes)
        probe.commander.begin(link(), depth: 0)
        guard case .waiting(let waiting) = probe.bus.decide(link(), probe.commander) else {
            Issue.record("the event does not wait")
            return
        }
        guard case .ended(let ending) = probe.bus.resume(waiting, probe.commander) else {
            Issue.record("the event waits again")
            return
        }
        #expect(probe.bus.verdict(ending, probe.commander) == Verdict(.handled, by: "notes"))
        #expect(links.calls.isEmpty)
    }

    @Test func aDelegateThatFailsAfterItHasWaitedIsCounted() throws {
        let patient = ScriptedDelegate("patient", execute: { _, _ in .suspended(Failing()) })
        let probe = try BusProbe(patient, ScriptedDelegate("next"))
        probe.commander.begin(link(), depth: 0)
        guard case .waiting(let waiting) = probe.bus.decide(link(), probe.commander),
            case .ended(let ending) = probe.bus.resume(waiting, probe.commander)
        else {
            Issue.record("the event does not end")
            return
        }
        #expect(probe.bus.verdict(ending, probe.commander) == Verdict(.handled, by: "next"))
        #expect(probe.commander.error == broken)
        #expect(probe.output.text.isEmpty)
        #expect(probe.bus.takeFailures() == ["patient": 1])
        #expect(patient.calls.last == .finish(committed: false))
    }

    @Test func aChangedEventHasTheDefaultHandlerOfItsNewType() throws {
        let reader = ScriptedDelegate(
            "reader", on: "note.*",
            execute: { _, _ in .suspended(Change(from: "note.made", to: "link.drill")) })
        let probe = try BusProbe(reader, handlers: [Navigator()])
        let note = FixedContent(id: "e1", type: "note.made", data: [:])
        probe.commander.begin(note, depth: 0)
        guard case .waiting(let waiting) = probe.bus.decide(note, probe.commander),
            case .ended(let ending) = probe.bus.resume(waiting, probe.commander)
        else {
            Issue.record("the event does not end")
            return
        }
        #expect(probe.bus.verdict(ending, probe.commander) == Verdict(.default, by: "navigator"))
    }
}

/// Acts, and then leaves the event to others.
private struct Undecided: DefaultHandler {
    var name: String { "undecided" }
    var types: [TypePattern] { ["link.*"] }

    func isStock(_ event: any EventContent) -> Bool { true }

    func handle(
        _ event: any EventContent, url: String?, _ commander: Commander
    ) throws(PeriluneError) -> Bool {
        commander.effect("navigate", .init())
        commander.emit("looked at")
        return false
    }
}

/// Acts after the wait, and then fails.
private final class Failing: Suspension, @unchecked Sendable {
    let event: any EventContent = link()

    func wait() async {}

    func resume(_ commander: Commander) throws(PeriluneError) -> Execution {
        commander.emit("resumed")
        throw broken
    }
}

/// Makes an event one of another type.
private final class Change: Suspension, @unchecked Sendable {
    private let content: ChangingContent
    private let type: String
    let changesEvent = true

    var event: any EventContent { content }

    init(from: String, to type: String) {
        content = ChangingContent(FixedContent(type: from))
        self.type = type
    }

    func wait() async {}

    func resume(_ commander: Commander) -> Execution {
        content.current = FixedContent(type: type)
        return .finished(.pass)
    }
}

private final class ChangingContent: EventContent {
    var current: FixedContent

    init(_ current: FixedContent) { self.current = current }

    var id: String { current.id }
    var type: String { current.type }
    var source: String { current.source }
    var time: String? { current.time }
    var typeNumber: Int { current.typeNumber }
    var json: [UInt8] { current.json }

    func value(at path: FieldPath) throws(PeriluneError) -> Value? { try current.value(at: path) }
    func string(at path: FieldPath) -> String? { current.string(at: path) }
    func withString(at path: FieldPath, _ body: (Span<UInt8>) -> Void) -> Bool {
        current.withString(at: path, body)
    }
}
