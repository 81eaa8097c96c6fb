import Foundation
import PeriluneLibrary
import PeriluneTestKit
import Testing

@testable import OpeningHours

struct OpeningHoursTests {
    @Test func keepsToTheRulesOfPlugins() {
        #expect(PluginConformance.check(OpeningHours()).isEmpty)
    }

    @Test func declaresTheGrantOfItsModule() throws {
        var registry = Registry()
        try OpeningHours().register(in: &registry)
        #expect(OpeningHours().grantKinds.map(\.name) == registry.modules.compactMap(\.grant))
    }

    @Test(arguments: [
        ("2026-03-02T08:59:59Z", false), ("2026-03-02T09:00:00Z", true),
        ("2026-03-02T16:59:59Z", true), ("2026-03-02T17:00:00Z", false),
        ("2026-03-07T12:00:00Z", false),
    ])
    func isOpenFromNineToFiveOnWeekdays(_ time: String, _ isOpen: Bool) throws {
        #expect(try Hours().areOpen(at: time) == isOpen)
    }

    @Test func refusesHoursThatCanNotBe() {
        #expect(throws: PeriluneError.self) { try Hours(["opens": 18]) }
    }

    @Test(arguments: [
        ("2026-03-02T08:59:59Z", "2026-02-27T17:00:00Z", "office.closed"),
        ("2026-03-02T09:00:00Z", "2026-03-02T09:00:00Z", "office.opened"),
        ("2026-03-03T03:00:00Z", "2026-03-02T17:00:00Z", "office.closed"),
    ])
    func tellsTheLastChange(_ time: String, _ change: String, _ type: String) throws {
        let event = OfficeSource(hours: Hours())
            .lastEvent(before: try #require(Timestamp(time)))
        #expect(event == Event(id: change, source: "/office", type: type, time: change))
    }

    @Test func theJournalHasEachValueOnce() async {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let problems = await RecordSinkConformance.check(
            .exactlyOnce, prepare: { try? FileManager.default.removeItem(at: file) },
            make: { Journal(name: "doors", path: file.path) },
            received: {
                let text = try? String(contentsOf: file, encoding: .utf8)
                return (text ?? "").split(separator: "\n").map(String.init)
            })
        #expect(problems == [])
    }

    @Test func refusesLinesThatAreNotPassages() {
        let error = #expect(throws: PeriluneError.self) {
            try DoorLine.event("yesterday front ann", id: "1", source: "s")
        }
        #expect(error?.code == "opening-hours.line")
    }

    @Test func findsTheDelegatesThatWaitForTheState() throws {
        let index = try HoursCondition(hours: Hours()).index([
            InterestDeclaration(delegate: 0, name: "day.lua", value: "open"),
            InterestDeclaration(delegate: 1, name: "night.lua", value: "closed"),
        ])
        var found: [Int] = []
        let event = FixedContent(["id": "1", "time": "2026-03-02T22:00:00Z"])
        index.match(event, into: &found)
        #expect(found == [1])
        #expect(index.rejection(of: 0, for: event) == "the office is closed")
    }
}
