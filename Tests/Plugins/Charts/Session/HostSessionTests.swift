import Perilune
import PeriluneCore
import PeriluneJSON
import PeriluneTestKit
import Testing

@testable import ChartsPlugin

/// Sessions and scripts, by way of a real host.
struct HostSessionTests {
    @Test func conformsToTheRulesOfPlugins() throws {
        #expect(PluginConformance.check(Charts(sessions: [try SessionLab.session()])).isEmpty)
    }

    /// Answers FetchXML, as the plugin for CRM does.
    private struct Rows: Plugin, RowProvider {
        let name = "rows"

        func register(in registry: inout Registry) throws(PeriluneError) { registry.rows.add(self) }

        func rows(_ request: RowRequest) -> RowAnswer? {
            RowAnswer(columns: ["Region"], rows: [["West"], ["East"]])
        }
    }

    @Test func anotherPluginAnswersQueries() async throws {
        let folder = try QueryFolder(["Sales.fetchxml": "<fetch/>"])
        let session = try SessionLab.session(SessionLab.dashboard, FetchSource(folder.path))
        await #expect(throws: PeriluneError.self) { try await session.table(QueryRequest("Sales")) }
        let host = try await Host {
            Charts(sessions: [session])
            Rows()
        }
        #expect(try await session.table(QueryRequest("Sales"))?.count == 2)
        withExtendedLifetime(host) {}
    }

    @Test func aScriptMayRejectAnAction() async throws {
        let session = try SessionLab.session()
        _ = try await SessionLab.host(
            [session],
            [
                (
                    "guard.lua",
                    """
                    local delegate = {}
                    function delegate:willSelectCategory(chart, data)
                      return data.category ~= "East"
                    end
                    return delegate
                    """
                )
            ])
        #expect(try await session.perform(.select(.category("East")), on: "Sales") == false)
        #expect(await session.state == SessionState())
        #expect(try await session.perform(.select(.category("West")), on: "Sales"))
        #expect(await session.state["Sales"].categories == ["West"])
        #expect(try await session.perform(.select(.series("2011")), on: "Sales"))
    }

    @Test func aScriptIsNotifiedWithKeysAndPlaces() async throws {
        let session = try SessionLab.session()
        let host = try await SessionLab.host(
            [session],
            [
                (
                    "told.lua",
                    """
                    local charts = require "charts"
                    local delegate = {}
                    function delegate:didSelectCategory(chart, data)
                      charts.select("Table", { category = data.category .. data.categoryIndex })
                    end
                    function delegate:didSelectDataItem(chart, data)
                      charts.select("Table", { category = data.categoryIndex, series = data.seriesIndex })
                    end
                    function delegate:didChangeDrillDownLevel(chart, data)
                      charts.select("Table", { series = data.category .. data.level })
                    end
                    function delegate:categoryLevelChanged(chart, data)
                      charts.select("Table", { series = "level " .. data.level .. data.categoryLevel })
                    end
                    return delegate
                    """
                )
            ])
        try await session.perform(.select(.category("North")), on: "Sales")
        try await session.perform(.select(.item(category: "West", series: "2012")), on: "Sales")
        try await session.perform(.tap(.category("East")), on: "Way")
        try await session.perform(.level(1), on: "Zoom")
        let table = await session.state["Table"]
        // Categories are sorted, series are as they come.
        #expect(table.categories == ["North1"])
        #expect(table.selected == [.init(category: "2", series: "1")])
        #expect(table.series == ["East1", "level 10"])
        _ = host
    }

    @Test func anImpossibleDrillSendsNoEvent() async throws {
        let bus = TestBus(try await Host {})
        let session = try SessionLab.session(bus: bus)
        #expect(try await session.perform(.level(7), on: "Zoom") == false)
        #expect(try await session.perform(.drillUp(to: 0), on: "Way") == false)
        #expect(bus.events.isEmpty)
    }

    @Test func aDrillCausedByATapMayBeRejected() async throws {
        let session = try SessionLab.session()
        let host = try await SessionLab.host(
            [session],
            [("no.lua", "return { willChangeDrillDownLevel = function() return false end }")])
        #expect(try await session.perform(.tap(.category("East")), on: "Way"))
        #expect(await session.state["Way"].drills.isEmpty)
        _ = host
    }

    /// What a script does is an effect of its event, and told to nobody: two charts follow each other
    /// without end of it.
    @Test func chartsCanFollowEachOtherWithoutALoop() async throws {
        let session = try SessionLab.session()
        let other = Session(
            name: "other", dashboard: SessionLab.dashboard, queries: SessionLab.source,
            formats: try FigureFormats())
        let host = try await SessionLab.host(
            [session, other],
            [
                (
                    "linked.lua",
                    """
                    local charts = require "charts"
                    local twin = { ["lab/Sales"] = "other/Table", ["other/Table"] = "lab/Sales" }
                    return { on = "chart.selection.category", execute = function(event)
                      local name = event.data.dashboard .. "/" .. event.data.chart
                      charts.select(twin[name], { category = event.data.category })
                    end }
                    """
                )
            ])
        try await session.perform(.select(.category("East")), on: "Sales")
        #expect(await other.state["Table"].categories == ["East"])
        try await other.perform(.select(.category("West")), on: "Table")
        #expect(await session.state["Sales"].categories == ["East", "West"])
        #expect(await other.state["Table"].categories == ["East", "West"])
        _ = host
    }

    /// The whole module, called while the sessions' bus is the host that runs the script.
    @Test func everyFunctionOfTheModuleWorksInsideAnEvent() async throws {
        let session = try SessionLab.session()
        let host = try await SessionLab.host(
            [session],
            [
                (
                    "all.lua",
                    """
                    local charts = require "charts"
                    return { on = "go", key = "all", execute = function(event, commander)
                      charts.filter("lab", "Years", { values = { 2011 } })
                      charts.filter("lab", "Amounts", { lower = 1, upper = 50 })
                      charts.set("lab", "$rate", 2)
                      charts.set("lab", "$on", true)
                      charts.select("Sales", { category = "East" })
                      charts.select("lab/Sales", { series = 2011 })
                      charts.select("Sales", { category = "West", series = 2011 })
                      charts.deselect("Sales", { category = "West", series = 2011 })
                      charts.whatif("Sales", { category = "East", column = "Amount", value = 9 })
                      charts.sort("Sales", "2011", false)
                      charts.range("Sales", 0, 0.5)
                      charts.show("Sales", "2012", false)
                      charts.drill("Way", { category = "East" })
                      charts.level("Zoom", 1)
                      charts.node("Profit", "Price", "+10%")
                      charts.select("Profit", { node = "Count" })
                      charts.refresh("lab")
                      commander:emit(charts.state("Sales"))
                      charts.reset("Sales")
                      commander:emit(charts.state("lab").items)
                      commander:emit(#charts.views())
                    end }
                    """
                )
            ])
        let results = try await host.process(all: [Event(id: "1", source: "s", type: "go")])
        if let error = results.records[0].error { throw error }
        let lines = String(decoding: results.output, as: UTF8.self).split(separator: "\n")
        #expect(
            lines[0]
                == #"{"categories":["East"],"hidden":["2012"],"lower":0.0,"series":["2011"],"sort":{"ascending":false,"column":"2011"},"upper":0.5}"#
        )
        #expect(
            lines[1]
                == #"{"Profit":{"node":"Count","nodes":[{"node":"Price","value":"+10%"}]},"Way":{"drills":[{"category":"East"}]},"Zoom":{"level":1}}"#
        )
        #expect(lines[2] == "9")
        #expect(results.records[0].effects.count == 18)
        #expect(
            results.records[0].effects[4].json
                == #"{"id":"1/all/5","kind":"chart.selection.category","chart":"Sales","category":"East"}"#
        )
    }

    @Test func aDryRunDescribesAndDoesNothing() async throws {
        let session = try SessionLab.session()
        let host = try await SessionLab.host(
            [session], isDryRun: true,
            [
                (
                    "dry.lua",
                    """
                    local charts = require "charts"
                    return { on = "go", execute = function()
                      charts.select("Sales", { category = "East" })
                    end }
                    """
                )
            ])
        let record = try await host.process(Event(id: "1", source: "s", type: "go"))
        #expect(record.outcome == .handled)
        #expect(record.effects.map(\.kind) == ["chart.selection.category"])
        #expect(await session.state == SessionState())
    }

    @Test(arguments: [
        (#"charts.select("Slaes", { category = "East" })"#, "there is no chart 'Slaes'"),
        (#"charts.select("Sales", {})"#, "missing argument: what to select"),
        (#"charts.set("lab", "$rate", "much")"#, "$rate must be a number, got 'much'"),
        (#"charts.set("lab", "$rate", {})"#, "chart.variable requires a number"),
        (#"charts.drill("Sales", { category = "East" })"#, "'Sales' has nothing to drill into"),
        (
            #"charts.seek("Sales", { goal = "a", target = 1, lever = "b" })"#,
            "there is no diagram 'Sales'"
        ),
        (
            #"charts.seek("Profit", { goal = "Profit", lever = "Price" })"#,
            "requires a number as 'target'"
        ),
        (
            #"charts.seek("Profit", { goal = "Price", target = 1, lever = "Count" })"#,
            "node Price does not depend on node Count"
        ),
    ])
    func aScriptGetsErrors(call: String, message: String) async throws {
        let session = try SessionLab.session()
        let host = try await SessionLab.host(
            [session],
            [
                (
                    "wrong.lua",
                    """
                    local charts = require "charts"
                    return { on = "go", execute = function() \(call) end }
                    """
                )
            ])
        let record = try await host.process(Event(id: "1", source: "s", type: "go"))
        #expect(record.outcome == .failed)
        #expect(
            record.error?.message.contains(message) == true, "\(String(describing: record.error))")
        #expect(await session.state == SessionState())
    }

    @Test func aScriptSeeksAGoal() async throws {
        let session = try SessionLab.session()
        try await session.perform(.node("Count", value: "4"), on: "Profit")
        let host = try await SessionLab.host(
            [session],
            [
                (
                    "seek.lua",
                    """
                    local charts = require "charts"
                    return { on = "go", execute = function(event, commander)
                      commander:emit(charts.seek("Profit", { goal = "Profit", target = 60, lever = "Price" }))
                      commander:emit(charts.seek("lab/Profit",
                        { goal = "Profit", target = 60, lever = "Price", lower = 0, upper = 12 }))
                    end }
                    """
                )
            ])
        let results = try await host.process(all: [Event(id: "1", source: "s", type: "go")])
        if let error = results.records[0].error { throw error }
        let answers = try results.output.split(separator: 0x0A).map { try Value(json: Array($0)) }
        #expect(answers[0]["answer"] == "solved")
        #expect(abs((answers[0]["value"]?.double ?? 0) - 15) < 1e-9)
        #expect(abs((answers[0]["sensitivities"]?["Price"]?.double ?? 0) - 4) < 1e-6)
        #expect(answers[1]["answer"] == "outside bounds")
        #expect(results.records[0].effects.isEmpty)
    }
}

extension Effect {
    fileprivate var json: String {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.text
    }
}
