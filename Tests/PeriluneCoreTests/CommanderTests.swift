import PeriluneTestKit
import Testing

@testable import PeriluneCore

struct CommanderTests {
    @Test func effectIdentityIsEventDelegateAndNumber() throws {
        let acting = ScriptedDelegate(
            "rules.lua",
            execute: { _, commander in
                for _ in 0..<2 { commander.effect("mail", .init()) }
                return .finished(.handled)
            })
        let probe = try BusProbe(acting)
        for event in ["e1", "e2"] {
            _ = try probe.decide(link(event))
            #expect(
                probe.commander.effects.map(\.id) == ["\(event)/rules/1", "\(event)/rules/2"])
        }
    }

    @Test func delegatesWithTheSameNameHaveDistinctEffectIdentities() throws {
        let passing = Delegate(on: "*") { _, commander in
            commander.effect("mail", .init())
            return .pass
        }
        let probe = try BusProbe([passing, passing, passing])
        _ = try probe.decide(link())
        let identities = probe.commander.effects.map(\.id)
        #expect(identities == ["e1/closure/1", "e1/closure-2/1", "e1/closure-3/1"])
    }

    @Test func dryRunNumbersEffectsThatAreNotKept() {
        let commander = Commander(output: MemoryOutput(), isDryRun: true, keepsEffects: false)
        let event = link()
        commander.begin(event, depth: 0)
        commander.act(as: "a")
        #expect(commander.effect("mail", .init()).id == "e1/a/1")
        #expect(commander.effect("mail", .init()).id == "e1/a/2")
        #expect(commander.effects.isEmpty)
        #expect(commander.isDryRun)
    }

    @Test func publishedEventTakesSourceAndTimeOfItsParent() throws {
        let commander = Commander(output: MemoryOutput())
        let event = FixedContent([
            "id": "e1", "source": "s", "type": "t", "time": "2026-11-21T10:30:00Z",
        ])
        commander.begin(event, depth: 0)
        commander.act(as: "a")
        try commander.publish(type: "made", subject: "x", data: ["n": 1])
        #expect(
            commander.published.map(\.json) == [
                Array(
                    #"{"specversion":"1.0","id":"e1/a/1","source":"s","type":"made","subject":"x","time":"2026-11-21T10:30:00Z","data":{"n":1}}"#
                        .utf8)
            ])
        #expect(
            commander.effects == [
                Effect(id: "e1/a/1", kind: "publish", details: .init([("type", "made")]))
            ])
    }

    @Test func publishingEndsAtTheLimit() throws {
        let commander = Commander(output: MemoryOutput(), maximumDepth: 2)
        let event = link()
        commander.begin(event, depth: 1)
        try commander.publish(type: "made")
        commander.begin(event, depth: 2)
        #expect(throws: PeriluneError.self) { try commander.publish(type: "made") }
        #expect(commander.published.isEmpty)
        #expect(commander.effects.isEmpty)
    }
}
