import PeriluneCore
import Testing

@testable import Perilune

/// The record of an event of a log has the same bytes as the record that an embedder gets as a value.
@Suite(.timeLimit(.minutes(5))) struct FramedRecordTests {
    private static let script = Script(
        name: "rule.lua",
        source: """
            return { on = "a.*", execute = function(event, commander)
              local does = event.data and event.data.does
              if does == "pass" then return commander:pass() end
              if does == "reject" then return commander:reject("no") end
              if does == "fail" then error("broken") end
              if does == "publish" then commander:publish { type = "b", data = {} } end
              for i = 1, event.data and event.data.emits or 0 do commander:emit(i) end
              if does == "reply" then return commander:default() end
            end }
            """)

    /// What an event says of itself.
    private final class Said: EventEffect, EffectDescription {
        let kind = "said"
        let members: Value.Members
        init(_ event: any EventContent) { members = Self.members(of: event) }
        func description(of event: any EventContent) -> any EffectDescription { Said(event) }
        func write(_ event: any EventContent, to writer: inout JSONWriter) {
            Effect.write(Self.members(of: event), to: &writer)
        }
        func write(to writer: inout JSONWriter) { Effect.write(members, to: &writer) }
        private static func members(of event: any EventContent) -> Value.Members {
            let does = event.string(at: "data.does") ?? ""
            return does == "pass" ? [:] : ["does": .string(does), "pwd": "x"]
        }
    }

    /// Records notes for every event of its types, and takes those of `d.*` but one.
    private struct Notes: DefaultHandler {
        let name = "notes"
        let types: [TypePattern] = ["a.noted", "d.*"]
        func isStock(_ event: any EventContent) -> Bool { true }
        func handle(_ event: any EventContent, url: String?, _ commander: Commander) -> Bool {
            if event.type.hasPrefix("d.") { commander.effect(Said(event), of: event) }
            if event.type == "d.said" { return true }
            commander.effect("note", ["about": .string(event.type), "token": "t"])
            commander.effect("note", ["id": .string(event.id)])
            return event.type != "d.left"
        }
    }

    private struct Plugged: Plugin {
        let name = "notes"
        func register(in registry: inout Registry) throws(PeriluneError) {
            registry.add(Notes())
        }
    }

    private func host() async throws -> Host {
        try await Host {
            Plugged()
            Self.script
        }
    }

    private func expectSameRecords(_ events: [Event]) async throws {
        let log = try await LogRun(
            events.map { String(decoding: $0.json, as: UTF8.self) }, on: host())
        let values = try await host().process(all: events).records.map(\.json)
        #expect(log.records.split(separator: "\n").map(String.init) == values)
    }

    private let ids = [
        "1", "a-1", "12345678", "123456789abcdef01", "a\"b", "a\\b", "a\u{1}b", "é", "pwd=x",
        "https://u:p@h/", "Bearer abc", "x eyJhbGciOiJIUzI1NiJ9.e30.AbC", "H", "a b", "K", "-",
        "%20",
    ]

    @Test func eachKindOfEnding() async throws {
        var events: [Event] = []
        for type in ["a.x", "a.noted", "c", "d.x", "d.left", "d.said", "a.pwd=x", "a.x:y"] {
            for does in ["", "pass", "reject", "fail", "publish"] {
                for emits in [0, 1, 2, 15, 16, 40] {
                    events.append(
                        event(
                            "\(events.count)", type: type,
                            data: ["does": .string(does), "emits": .integer(Int64(emits))]))
                }
            }
        }
        try await expectSameRecords(events)
    }

    @Test func idsThatAreEscapedOrMasked() async throws {
        try await expectSameRecords(
            ids.flatMap { id in ["a.x", "c", "d.x", "d.said"].map { event(id, type: $0) } })
    }

    @Test func anEscapedIdIsWrittenAsItReads() async throws {
        let run = try await LogRun(
            [#"{"specversion":"1.0","id":"\u0041\u00e9\/","source":"s","type":"c"}"#], on: host())
        #expect(
            run.records
                == #"{"event":"Aé/","type":"c","outcome":"unhandled","effects":[],"emitted":0}"#
                + "\n")
    }

    @Test func moreTypesThanThereAreFrames() async throws {
        try await expectSameRecords(
            (0..<600).map { event("\($0)", type: ["a.", "c", "d."][$0 % 3] + "\($0 % 300)") })
    }

    @Test func anyIdAndType() async throws {
        var generator = SeededGenerator(seed: 17)
        let pieces = [
            "a", "1", "-", "=", ":", "pwd", "token", " ", "\"", "\\", "é", "@", "//", "%3D", "J",
        ]
        func text(upTo count: Int) -> String {
            (0..<Int.random(in: 0...count, using: &generator)).map { _ in
                pieces[Int.random(in: pieces.indices, using: &generator)]
            }.joined()
        }
        let events = (0..<500).map { number in
            event("i" + text(upTo: 6), type: ["a.", "c", "d."][number % 3] + text(upTo: 2) + "t")
        }
        try await expectSameRecords(events)
    }
}
