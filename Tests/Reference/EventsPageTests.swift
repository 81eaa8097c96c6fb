import Foundation
import Perilune
import PeriluneCommand
import PeriluneCore
import Testing

/// `Documentation/Reference/Events.md` has the types of events that plugins declare, and the members that
/// Perilune writes.
struct EventsPageTests {
    private let page: ReferencePage

    init() throws { page = try ReferencePage("Events") }

    private func names(_ heading: String) -> Set<String> {
        Set(page.rows(heading).flatMap { ReferencePage.quoted($0[0]) })
    }

    @Test func namesEveryTypeThatAPluginDeclares() throws {
        let types = try ProjectDefinitions.eventTypes().map(\.name)
        #expect(names("Types of events") == Set(types))
    }

    @Test func namesEveryMemberOfARecord() throws {
        let error = PeriluneError(
            "test.failed", "it failed", at: .init(file: "a.lua", line: 1, column: 2),
            hint: "fix it", traceback: ["a.lua:1"])
        var record = Record(
            event: "1", type: "t", outcome: .failed, by: "a.lua", reason: "r",
            effects: [Effect(id: "1/a/1", kind: "navigate", details: .init())], emitted: 1,
            error: error)
        record.version = "1"
        record.outputs = ["errors": 1]
        record.redirect = "mstr://"
        var part = Record.Part(.init([("evt", 4001)]), .rejected, by: "a.lua")
        part.reason = "r"
        part.redirect = "mstr://"
        part.isSkipped = true
        record.parts = [part]
        let json = try JSONSerialization.jsonObject(with: Data(record.json.utf8)) as? [String: Any]
        let members = try #require(json)
        let parts = members["parts"] as? [[String: Any]]
        let failure = members["error"] as? [String: Any]
        let named = names("Records")
        for name in members.keys { #expect(named.contains(name)) }
        for name in try #require(parts?.first).keys { #expect(named.contains(name)) }
        for name in try #require(failure).keys { #expect(named.contains(name)) }
        let outcomes = Outcome.allCases.map(\.rawValue)
        let all = Set(members.keys).union(parts?.first?.keys.map { $0 } ?? [])
            .union(failure?.keys.map { $0 } ?? []).union(outcomes)
        #expect(named == all)
    }

    @Test func namesEveryMemberOfAQuarantineEntry() throws {
        let written = try Sources.matches(
            #"writer\.(write|name)\("[a-z0-9]+""#,
            in:
                "Sources/Perilune/Runs/ResultWriter.swift Sources/Perilune/Intake/Quarantine/QuarantineEntry.swift"
        )
        let members = Set(written.compactMap { $0.split(separator: "\"").last.map(String.init) })
        #expect(members.count > 10)
        #expect(names("Quarantine entries") == members)
    }

    @Test func namesEveryMemberOfAWebhook() throws {
        let written = try Sources.matches(
            #"(name|write)\(\.[a-z]+"#, in: "Plugins/CRM/Webhook/WebhookReader.swift")
        let members = Set(written.compactMap { $0.split(separator: ".").last.map(String.init) })
        #expect(members.count > 15)
        #expect(names("Data of CRM webhooks") == members)
    }

    @Test func namesEveryMemberOfAnActionInADashboard() throws {
        let read = try Sources.literals(
            "[a-z][a-zA-Z]+", in: "Plugins/Charts/Session/Actions/ChartAction+Data.swift",
            before: #"\("[a-z]+", (\.|Self)"#)
        let described = page.rows("Data of dashboards").flatMap {
            ReferencePage.quoted($0.joined())
        }
        #expect(read.count > 10)
        #expect(read.subtracting(described) == [])
    }

    @Test func namesEveryKindOfEffect() throws {
        let kinds = try Sources.matches(#"effect\("[a-z.A-Z]+""#)
            .union(try Sources.matches(#" "crm\.[a-zA-Z]+", details"#))
            .map { String($0.split(separator: "\"")[1]) }
        #expect(kinds.count > 5)
        #expect(Set(kinds).subtracting(names("Effects")) == [])
    }
}
