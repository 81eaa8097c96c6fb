import PeriluneTestKit
import Testing

@testable import PeriluneCore

/// An effect that its event describes is made only if somebody looks at it, and nobody can tell.
struct PendingEffectTests {
    private final class Seen: EventEffect, EffectDescription {
        let kind = "seen"
        let members: Value.Members
        init(_ members: Value.Members = [:]) { self.members = members }
        func description(of event: any EventContent) -> any EffectDescription {
            Seen(["source": .string(event.source)])
        }
        func write(_ event: any EventContent, to writer: inout JSONWriter) {
            writer.write("source", event.source)
        }
        func write(to writer: inout JSONWriter) { Effect.write(members, to: &writer) }
    }

    private let commander = Commander(output: MemoryOutput())
    private let event = FixedContent(["id": "e", "source": "s", "type": "t"])

    private func begin() {
        commander.begin(event, depth: 0)
        commander.act(as: "one")
        commander.effect(Seen(), of: event)
    }

    private var ids: [String] { commander.effects.map(\.id) }

    @Test func isMaterializedWhenTheEffectsAreRead() {
        begin()
        #expect(commander.pending != nil)
        #expect(ids == ["e/one/1"])
        #expect(commander.pending == nil)
        #expect(commander.effects.first?.kind == "seen")
        #expect(commander.effects.first?.details == ["source": "s"])
    }

    @Test func isWrittenLikeTheMaterializedEffect() {
        for actor in ["one", "a\"b", "one"] {
            commander.begin(event, depth: 0)
            commander.act(as: actor, number: actor.count)
            commander.effect(Seen(), of: event)
            var pending = JSONWriter()
            commander.writePending("e".utf8.span, to: &pending)
            var made = JSONWriter()
            commander.effects.first?.write(to: &made)
            #expect(pending.text == made.text)
            #expect(pending.text.contains(#""kind":"seen","source":"s""#))
        }
    }

    @Test func precedesALaterEffect() {
        begin()
        commander.effect("more", [:])
        #expect(ids == ["e/one/1", "e/one/2"])
    }

    @Test func aSecondPendingEffectIsMaterializedAtOnce() {
        begin()
        commander.effect(Seen(), of: event)
        #expect(commander.pending == nil)
        #expect(ids == ["e/one/1", "e/one/2"])
    }

    @Test func belongsToTheDelegateThatCausedIt() {
        begin()
        commander.act(as: "other")
        commander.effect("more", [:])
        #expect(ids == ["e/one/1", "e/other/1"])
    }

    @Test func belongsToTheEventThatCausedIt() {
        begin()
        commander.rebind(FixedContent(["id": "f", "source": "g", "type": "t"]))
        #expect(ids == ["e/one/1"])
        #expect(commander.effects.first?.details == ["source": "s"])
    }

    @Test func anEffectOfAnotherEventIsMaterializedAtOnce() {
        commander.begin(event, depth: 0)
        commander.act(as: "one")
        commander.effect(Seen(), of: FixedContent(["id": "f", "source": "g", "type": "t"]))
        #expect(commander.pending == nil)
        #expect(commander.effects.first?.details == ["source": "g"])
    }

    @Test func isRolledBack() {
        commander.begin(event, depth: 0)
        commander.act(as: "one")
        let start = commander.mark
        commander.effect(Seen(), of: event)
        let behind = commander.mark
        commander.rollBack(to: behind)
        #expect(commander.pending != nil)
        commander.rollBack(to: start)
        #expect(commander.effects.isEmpty)
    }

    @Test func isDiscardedWithTheNextEvent() {
        begin()
        commander.begin(event, depth: 0)
        #expect(commander.effects.isEmpty)
    }

    @Test func isNotKeptIfEffectsAreNotKept() {
        let commander = Commander(output: MemoryOutput(), keepsEffects: false)
        commander.begin(event, depth: 0)
        commander.effect(Seen(), of: event)
        #expect(commander.pending == nil)
        #expect(commander.effects.isEmpty)
    }
}
