import PeriluneTestKit
import Testing

@testable import PeriluneCore

/// What a failed delegate did is as if it had never been; what others did stays.
struct BusTakeBackTests {
    private func acting(
        _ name: String, _ end: @escaping @Sendable () throws -> Reply
    ) -> ScriptedDelegate {
        ScriptedDelegate(
            name,
            execute: { _, commander in
                commander.emit(.string(name))
                commander.effect("mail", .init([("to", .string(name))]))
                try commander.publish(type: "made.by.\(name)")
                return .finished(try end())
            })
    }

    @Test func failedDelegateLeavesNoEffects() throws {
        let probe = try BusProbe(
            acting("before") { .pass }, acting("failing") { throw broken },
            acting("after") { .handled })
        #expect(try probe.decide(link()).by == "after")
        #expect(probe.output.text == "\"before\"\n\"after\"\n")
        #expect(probe.commander.emitted == 2)
        #expect(
            probe.commander.effects.map(\.id) == [
                "e1/before/1", "e1/before/2", "e1/after/1", "e1/after/2",
            ])
        #expect(
            probe.commander.published.map { String(decoding: $0.json, as: UTF8.self) } == [
                #"{"specversion":"1.0","id":"e1/before/2","source":"test","type":"made.by.before"}"#,
                #"{"specversion":"1.0","id":"e1/after/2","source":"test","type":"made.by.after"}"#,
            ])
    }

    @Test func decliningDelegateLeavesNoEffects() throws {
        let noisy = ScriptedDelegate(
            "noisy",
            shouldHandle: { _, commander in
                commander.emit("asked")
                commander.effect("mail", .init())
                return false
            })
        let probe = try BusProbe(noisy)
        #expect(try probe.decide(link()).outcome == .unhandled)
        #expect(probe.output.text.isEmpty)
        #expect(probe.commander.effects.isEmpty)
    }

    @Test func failedDefaultHandlerLeavesNoEffects() throws {
        let probe = try BusProbe(
            acting("before") { .byDefault() }, handlers: [Navigator(failure: broken)])
        #expect(try probe.decide(link()) == Verdict(.failed, by: "before"))
        #expect(probe.output.text == "\"before\"\n")
        #expect(probe.commander.effects.map(\.kind) == ["mail", "publish"])
    }

    @Test func stateThatCannotBeKeptIsAFailure() throws {
        let forgetful = Delegate(name: "forgetful", interests: Interests()) { _ in Forgetful() }
        let probe = try BusProbe([forgetful], handlers: [Navigator()])
        #expect(try probe.decide(link()) == Verdict(.default, by: "navigator"))
        #expect(probe.output.text == "\"mstr://a\"\n")
        #expect(probe.commander.error == broken)
    }
}

/// Handles everything, and then cannot keep its state.
private final class Forgetful: EventDelegate {
    func shouldHandle(_ event: any EventContent, _ commander: Commander) -> Bool { true }

    func execute(_ event: any EventContent, _ commander: Commander) -> Execution {
        commander.emit("forgotten")
        return .finished(.handled)
    }

    func finish(committed: Bool) throws(PeriluneError) {
        if committed { throw broken }
    }
}
