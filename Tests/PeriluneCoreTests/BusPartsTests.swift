import PeriluneTestKit
import Testing

@testable import PeriluneCore

/// How the bus takes events with several parts to the delegates.
///
/// What comes of links is in `Tests/Golden/parts.tsv`.
struct BusPartsTests {
    /// Emits what it is called with; `n` is the condition on a part.
    private func rule(
        _ name: String, part: String? = nil, priority: Int = 0,
        _ reply: @escaping @Sendable (any EventContent, Commander) throws -> Execution
    ) -> ScriptedDelegate {
        ScriptedDelegate(
            name, on: "list", conditions: part.map { [.init("item", .string($0))] } ?? [],
            priority: priority,
            execute: { event, commander in
                commander.emit(.string("\(name) \(event["data.item"]?.string ?? "all")"))
                return try reply(event, commander)
            })
    }

    private func probe(_ delegates: ScriptedDelegate...) throws -> BusProbe {
        try BusProbe(
            delegates.map(\.delegate), handlers: [ListHandler()], dimensions: [ItemDimension()])
    }

    private func list(_ items: String) -> FixedContent {
        FixedContent(type: "list", data: ["items": .string(items)])
    }

    @Test func effectsOfOneDelegateAreNumberedThroughAllParts() throws {
        let mailer = rule("mailer", part: "a") { _, commander in
            commander.effect("mail", .init())
            return .finished(.byDefault())
        }
        let probe = try probe(mailer)
        #expect(try probe.decide(list("a b a")).outcome == .default)
        #expect(
            probe.commander.effects.map(\.id) == [
                "e1/mailer/1", "e1/list/1", "e1/list/2", "e1/mailer/2", "e1/list/3",
            ])
    }

    @Test func effectNumbersRestartWithTheNextEvent() throws {
        let probe = try probe()
        _ = try probe.decide(list("a b"))
        _ = try probe.decide(list("a"))
        #expect(probe.commander.effects.map(\.id) == ["e1/list/1"])
        #expect(probe.commander.parts.isEmpty)
    }

    @Test func doesNotAskTheHandlerAboutACustomEvent() throws {
        let probe = try probe()
        #expect(try probe.decide(list("X")).outcome == .unhandled)
        #expect(probe.commander.effects.isEmpty)
    }

    @Test func asksTheHandlerAboutTheRedirectOfACustomEvent() throws {
        let probe = try probe(rule("rule") { _, _ in .finished(.byDefault(url: "a")) })
        #expect(try probe.decide(list("X")).outcome == .default)
        #expect(probe.commander.effects.map(\.kind) == ["open"])
    }

    @Test func failedDelegateLosesOnlyWhatItDidForThePart() throws {
        let fragile = rule("fragile", part: "a") { event, commander in
            commander.effect("mail", .init())
            if commander.emitted > 1 { throw broken }
            return .finished(.handled)
        }
        let probe = try probe(fragile)
        #expect(try probe.decide(list("a a")).outcome == .default)
        #expect(probe.output.text == "\"fragile a\"\n")
        #expect(probe.commander.effects.map(\.id) == ["e1/fragile/1", "e1/list/1"])
        #expect(probe.commander.error == broken)
    }

    @Test func theWorstPartNamesWhoDecided() throws {
        let probe = try probe(
            rule("first", part: "a") { _, _ in .finished(.handled) },
            rule("second", part: "b") { _, _ in .finished(.rejectPart(reason: "no")) })
        var verdict = Verdict(.rejected, by: "second", reason: "no")
        #expect(try probe.decide(list("a b c")) == verdict)
        verdict = Verdict(.unhandled, by: nil)
        #expect(try probe.decide(list("a X c")) == verdict)
    }

    @Test func waitsInAnyPartAndContinuesWithTheNext() throws {
        let slow = rule("slow", part: "b") { event, _ in .suspended(Later(event)) }
        let whole = rule("whole", priority: -1) { _, _ in .finished(.byDefault()) }
        let probe = try probe(slow, whole)
        probe.commander.begin(list("a b c"), depth: 0)
        guard case .waiting(let waiting) = probe.bus.decide(list("a b c"), probe.commander) else {
            Issue.record("it does not wait")
            return
        }
        #expect(waiting.event["data.item"] == nil)
        guard case .ended(let ending) = probe.bus.resume(waiting, probe.commander) else {
            Issue.record("it still waits")
            return
        }
        #expect(probe.bus.verdict(ending, probe.commander) == Verdict(.default, by: "whole"))
        #expect(probe.output.text == "\"whole all\"\n\"slow b\"\n\"later\"\n")
        #expect(probe.commander.parts.map(\.outcome) == [.default, .handled, .default])
        #expect(
            probe.commander.effects.map(\.id) == ["e1/list/1", "e1/slow/1", "e1/list/2"])
    }

    @Test func answerAboutTheWholeEventIsWaitedForOnce() throws {
        let whole = rule("whole") { event, _ in .suspended(Later(event)) }
        let probe = try probe(whole)
        probe.commander.begin(list("a b"), depth: 0)
        guard case .waiting(let waiting) = probe.bus.decide(list("a b"), probe.commander),
            case .ended(let ending) = probe.bus.resume(waiting, probe.commander)
        else {
            Issue.record("it waits too often, or not at all")
            return
        }
        #expect(ending.outcome == .handled)
        #expect(probe.output.text == "\"whole all\"\n\"later\"\n")
    }

    @Test func theTurnAfterAnAnswerIsTimed() throws {
        let probe = try probe(rule("whole") { event, _ in .suspended(Later(event)) })
        probe.bus.countDelegates()
        for _ in 0..<17 {
            probe.commander.begin(list("a b"), depth: 0)
            guard case .waiting(let waiting) = probe.bus.decide(list("a b"), probe.commander)
            else {
                Issue.record("it does not wait")
                return
            }
            _ = probe.bus.resume(waiting, probe.commander)
        }
        var times: [CallOutcome: Int] = [:]
        probe.bus.drainCounts { _, counts, _ in
            times = counts.timesByOutcome.mapValues(\.count)
        }
        // The first turn, which waits, and the 18th, which follows an answer.
        #expect(times == [.waiting: 1, .handled: 1])
    }

    @Test func traceHasEveryPart() throws {
        let probe = try probe(
            rule("whole") { _, _ in .finished(.pass) },
            rule("a", part: "a") { _, _ in .finished(.handled) },
            rule("z") { _, _ in .finished(.handled) })
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
            let part = step.part.map { "\($0.number)/\($0.count) \($0.text)" } ?? "-"
            let earlier = step.answeredFor.map { " of \($0)" } ?? ""
            steps.append("\(part) \(step.delegate): \(answer)\(earlier)")
        }
        _ = try probe.decide(list("a b c"))
        #expect(
            steps == [
                "1/3 a whole: pass", "1/3 a a: handled", "1/3 a z: not reached",
                "2/3 b a: item: it is b", "2/3 b whole: pass of 1", "2/3 b z: handled",
                "3/3 c a: item: it is c", "3/3 c whole: pass of 1", "3/3 c z: handled of 2",
            ])
    }

    @Test func counterOfInterestsCountsAnEventOnce() throws {
        var registry = Registry()
        registry.add(ListHandler())
        try registry.add(ItemDimension())
        let delegates = [
            rule("a", part: "a") { _, _ in .finished(.pass) },
            rule("z", part: "z") { _, _ in .finished(.pass) },
        ].map(\.delegate)
        var counter = try InterestCounter(delegates, in: registry)
        counter.countMatches(of: list("b a a"))
        counter.countMatches(of: list("a"))
        #expect(counter.counts == [1, 0])
        #expect(counter.reasons[1] == "item: it is b")
    }
}

/// Goes on at once, with an effect.
private final class Later: Suspension, @unchecked Sendable {
    let event: any EventContent

    init(_ event: any EventContent) { self.event = event }

    func wait() async {}

    func resume(_ commander: Commander) -> Execution {
        commander.emit("later")
        commander.effect("call", .init())
        return .finished(.handled)
    }
}

/// Lists of letters: each is a part if there are several; upper-case ones are custom.
private struct ListHandler: PartingHandler {
    let name = "list"
    let types: [TypePattern] = ["list"]
    let partPaths: [FieldPath] = ["data.item"]

    func kind(of event: any EventContent) -> EventKind {
        let parts = ListParts(event)
        guard parts.count == 1 else { return parts.count > 1 ? .parts : .stock }
        return parts.isStock(0) ? .stock : .custom
    }

    func parts(of event: any EventContent) -> any EventParts { ListParts(event) }

    func isOwn(_ url: String, of event: any EventContent) -> Bool { false }

    func handle(_ event: any EventContent, _ commander: Commander) {
        commander.effect("open", .init())
    }

    func handle(_ event: any EventContent, url: String?, _ commander: Commander) -> Bool {
        commander.effect("open", .init())
        return true
    }
}

private final class ListParts: EventParts {
    private let items: [String]

    init(_ event: any EventContent) {
        items = (event["data.items"]?.string ?? "").split(separator: " ").map(String.init)
    }

    var count: Int { items.count }
    func label(of part: Int) -> Value.Members { .init([("item", .string(items[part]))]) }
    func text(of part: Int) -> String { items[part] }
    func isStock(_ part: Int) -> Bool { items[part].lowercased() == items[part] }
    func data(of part: Int) -> Value.Members { label(of: part) }
    func handle(_ part: Int, _ commander: Commander) { commander.effect("open", .init()) }
}

/// The condition `item` on a part.
private struct ItemDimension: InterestDimension {
    let field = "item"

    func index(_ declarations: [InterestDeclaration]) -> any InterestIndex {
        Index(declarations: declarations)
    }

    struct Index: InterestIndex {
        let declarations: [InterestDeclaration]

        func match(_ event: any EventContent, into delegates: inout [Int]) {
            for declaration in declarations where event["data.item"] == declaration.value {
                delegates.append(declaration.delegate)
            }
        }

        func concernsParts(_ delegate: Int) -> Bool { true }

        func rejection(of delegate: Int, for event: any EventContent) -> String? {
            guard let wanted = declarations.first(where: { $0.delegate == delegate }),
                event["data.item"] != wanted.value
            else { return nil }
            return "it is \(event["data.item"]?.string ?? "nothing")"
        }
    }
}
