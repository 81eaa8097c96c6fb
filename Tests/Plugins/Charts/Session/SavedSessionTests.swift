import Foundation
import Perilune
import PeriluneCore
import PeriluneJSON
import Testing

@testable import ChartsPlugin

struct SavedSessionTests {
    private static let actions: [(ChartAction, String)] = [
        (.filter("Years", .among(["2011"])), ""), (.filter("Amounts", .between(1, 25)), ""),
        (.variable("$rate", .number(1.5)), ""), (.variable("$where", .text("West")), ""),
        (.select(.category("East")), "Sales"), (.select(.series("2011")), "Sales"),
        (.select(.item(category: "West", series: "2011")), "Sales"),
        (.whatIf(category: "East", column: "Amount", value: 12), "Sales"),
        (.sort(column: "2011", ascending: false), "Sales"),
        (.range(lower: 0.25, upper: 0.75), "Sales"), (.show(series: "2012", false), "Table"),
        (.drill(category: "East", series: nil), "Way"), (.level(1), "Zoom"),
        (.node("Price", value: "+10%"), "Profit"), (.select(.node("Count")), "Profit"),
    ]

    @Test func aStateRoundTripsThroughJSON() throws {
        let state = try SessionLab.state(Self.actions)
        #expect(try SessionState(Value(json: state.value.json)) == state)
        #expect(SessionState().value.json == "{}")
        #expect(try SessionState(Value(json: "{}")) == SessionState())
    }

    @Test func aStateAfterAnyActionsRoundTrips() throws {
        var random = Seeded(3)
        for _ in 0..<200 {
            let some = Self.actions.filter { _ in random.chance(0.5) }.shuffled(using: &random)
            let state = try SessionLab.state(some)
            #expect(try SessionState(Value(json: state.value.json)) == state)
        }
    }

    @Test func aSessionIsRestored() async throws {
        let session = try SessionLab.session()
        for (action, item) in Self.actions { try await session.perform(action, on: item) }
        let saved = try Value(json: await session.save().json)
        #expect(saved["dashboard"] == "lab")
        let other = try SessionLab.session()
        try await other.restore(saved)
        #expect(await other.state == session.state)
        let request = PictureRequest("lab", format: .svg)
        #expect(
            try await other.draw(request)?.picture.bytes == session.draw(request)?.picture.bytes)
    }

    /// What releases saved after the actions beside it.
    ///
    /// PERILUNE_UPDATE=1 writes it where it is not there yet.
    @Test(arguments: ["0.1"])
    func aSessionSavedByAnEarlierReleaseIsRestored(release: String) async throws {
        var root = URL(filePath: #filePath)
        for _ in 0..<5 { root.deleteLastPathComponent() }
        let folder = root.appending(path: "Tests/Fixtures/\(release)/dashboards")
        let file = DashboardFile(folder.appending(path: "lab.xml").path)
        let replayed = try Session.open(file).session
        let actions = try String(
            contentsOf: folder.appending(path: "actions.jsonl"), encoding: .utf8)
        for action in actions.split(separator: "\n") {
            try await replayed.replay(Array(action.utf8))
        }
        let saved = folder.appending(path: "session.json")
        if ProcessInfo.processInfo.environment["PERILUNE_UPDATE"] == "1",
            !FileManager.default.fileExists(atPath: saved.path)
        {
            try Data((await replayed.save().json + "\n").utf8).write(to: saved)
        }
        let session = try Session.open(file).session
        try await session.restore(
            Value(json: String(contentsOf: saved, encoding: .utf8)))
        #expect(await session.state == replayed.state)
        #expect(await session.state.filters["Years"] == .among(["2011"]))
        #expect(await session.state["Profit"].nodes == [.init(node: "Price", value: "+10%")])
        let request = PictureRequest("lab", format: .svg)
        let drawn = try #require(try await session.draw(request)).picture
        #expect(try await replayed.draw(request)?.picture.bytes == drawn.bytes)
    }

    @Test func partsThatTheDashboardNoLongerHasAreIgnored() async throws {
        let session = try SessionLab.session()
        try await session.restore(
            Value(
                json: """
                    {"filters":{"Years":{"values":["2011"]},"Gone":{"values":[]}},
                     "variables":{"$where":9,"$rate":2,"$gone":1},
                     "items":{"Gone":{"level":1},"Zoom":{"level":9},"Sales":{"level":3},
                       "Way":{"drills":[{"category":"East"},{"category":"x"},{"category":"y"}]},
                       "Profit":{"nodes":[{"node":"Gone","value":"1"},{"node":"Price","value":"2"}],
                         "node":"Gone"}}}
                    """))
        var expected = SessionState()
        expected.filters = ["Years": .among(["2011"])]
        expected.variables = ["$rate": .number(2)]
        expected["Zoom"].level = 1
        expected["Way"].drills = [.init(category: "East", series: nil)]
        expected["Profit"].nodes = [.init(node: "Price", value: "2")]
        #expect(await session.state == expected)
    }

    @Test(arguments: [
        "[]", #"{"filters":[]}"#, #"{"filters":{"Years":{}}}"#, #"{"variables":{"$a":[]}}"#,
        #"{"items":{"Sales":{"level":-1}}}"#, #"{"items":{"Sales":{"level":1e30}}}"#,
        #"{"items":{"Sales":{"lower":0.9,"upper":0.1}}}"#, #"{"items":{"Sales":{"drills":{}}}}"#,
        #"{"items":{"Sales":{"categories":[1]}}}"#, #"{"items":{"Sales":{"sort":{}}}}"#,
        #"{"items":{"Profit":{"nodes":[{}]}}}"#, #"{"dashboard":"other"}"#, #"{"format":2}"#,
    ])
    func refusesInvalidStates(json: String) async throws {
        let session = try SessionLab.session()
        try await session.apply(.select(.category("East")), to: "Sales")
        let before = await session.state
        let value = try Value(json: json)
        let error = await #expect(throws: PeriluneError.self) { try await session.restore(value) }
        #expect(error?.code == "charts.state")
        #expect(await session.state == before)
    }

    @Test func aLogOfEventsGivesTheSameStateAndTheSamePicture() async throws {
        let host = try await Host {}
        let bus = TestBus(host)
        let session = try SessionLab.session(bus: bus)
        for (action, item) in Self.actions { try await session.perform(action, on: item) }
        try await session.perform(.tap(.category("Chile")), on: "Way")
        try await session.perform(.drillUp(to: 0), on: "Way")
        try await session.perform(.tap(.item(category: "East", series: "2011")), on: "Way")
        let replayed = try SessionLab.session()
        for event in bus.events { try await replayed.replay(event.json) }
        #expect(await replayed.state == session.state)
        #expect(await replayed.state["Way"].drills == [.init(category: "East", series: "2011")])
        for view in ["lab", "lab/Way", "Sales"] {
            let request = PictureRequest(view, format: .png)
            let one = try #require(try await session.draw(request)).picture
            #expect(try await replayed.draw(request)?.picture.bytes == one.bytes)
        }
    }

    @Test func replaySkipsEventsOfOtherDashboards() async throws {
        let session = try SessionLab.session()
        for json in [
            #"{"type":"link.drill","data":{}}"#,
            #"{"type":"chart.selection.category","data":{"dashboard":"x","category":"East"}}"#,
            #"{"type":"chart.will.selection.category","data":{"chart":"Sales","category":"East"}}"#,
            #"{"type":"chart.query","data":{}}"#,
        ] {
            try await session.replay(Array(json.utf8))
        }
        #expect(await session.state == SessionState())
    }
}
