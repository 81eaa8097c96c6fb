import Perilune
import PeriluneCore
import PeriluneLua
import SharingPlugin
import Testing

struct SnapshotModuleTests {
    private func decide(_ body: String) async throws -> Record {
        let host = try await Host {
            Sharing()
            Script(
                name: "share.lua",
                source: """
                    local snapshot = require "snapshot"
                    return { execute = function(event, commander) \(body) end }
                    """)
        }
        return try await host.process(Event(id: "e", source: "s", type: "chart.selection.items"))
    }

    private func effects(_ body: String) async throws -> [String] {
        let record = try await decide(body)
        if let error = record.error { throw error }
        return record.effects.map { effect in
            var writer = JSONWriter()
            effect.write(to: &writer)
            return writer.text
        }
    }

    @Test func capturingAndSharingAreEffectsInOrder() async throws {
        #expect(
            try await effects(
                #"snapshot.share(snapshot.capture("sales"), { to = "a@example.com" })"#)
                == [
                    #"{"id":"e/share/1","kind":"snapshot","view":"sales","format":"png"}"#,
                    #"{"id":"e/share/2","kind":"share","snapshot":"e/share/1","to":"a@example.com","sent":false}"#,
                ])
    }

    @Test func optionsAreKept() async throws {
        #expect(
            try await effects(#"snapshot.capture("c", { format = "pdf", annotate = { "North" } })"#)
                == [
                    #"{"id":"e/share/1","kind":"snapshot","view":"c","format":"pdf","annotate":["North"]}"#
                ])
    }

    @Test func aViewIsNotNeeded() async throws {
        #expect(
            try await effects("snapshot.capture() snapshot.capture(nil, { format = \"pdf\" })")
                == [
                    #"{"id":"e/share/1","kind":"snapshot","format":"png"}"#,
                    #"{"id":"e/share/2","kind":"snapshot","format":"pdf"}"#,
                ])
    }

    @Test(arguments: [
        ("snapshot.capture(\"c\", { format = \"gif\" })", "snapshot.format"),
        ("snapshot.share({})", "snapshot.handle"),
        ("snapshot.share(snapshot.capture(), { to = 7 })", "snapshot.address"),
        ("snapshot.share(\"id\")", "script.argument"),
    ])
    func refusesInvalidArguments(body: String, code: String) async throws {
        let record = try await decide(body)
        #expect(record.error?.code.rawValue == code)
        #expect(record.effects.isEmpty)
    }

    @Test func needsAnEvent() async throws {
        let error = await #expect(throws: PeriluneError.self) {
            _ = try await Host {
                Sharing()
                Script(
                    name: "early.lua",
                    source: "require(\"snapshot\").capture() return { execute = print }")
            }
        }
        #expect(error?.code == "snapshot.event")
    }
}
