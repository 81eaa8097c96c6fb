import Foundation
import PeriluneCore
import PeriluneLua
import Testing

@testable import ChartsPlugin

/// Dashboards that a Lua file defines.
struct LuaDefinitionTests {
    private func read(_ lua: String) throws -> (metadata: ChartMetadata, issues: [String]) {
        let file = try TemporaryFile(Array(lua.utf8), ending: ".lua")
        let metadata = ChartMetadata(file: file.path)
        return (metadata, metadata.issues.map { "\($0)".replacing(file.path, with: "board.lua") })
    }

    private static let board = """
        local charts = require "charts"

        return charts.define {
          items = {
            {
              name = "Sales", title = "Sales by region", chartType = "Bar", query = "Sales",
              category = { column = "Region", sort = "Value", descending = true },
              values = { { expression = "Amount * (1 + $hike / 100)", format = "Currency", currencyCode = "EUR",
                           aggregate = "Sum" } },
              filters = { "Product" },
            },
            { node = "DAPanel", name = "Assumptions", variableNames = { "$hike" } },
          },
          variables = {
            { name = "$hike", displayName = "Raise in %", variableType = "float", value = 0, min = 0, max = 20 },
          },
          filters = {
            { name = "Product", filterType = "picklist", column = "Product", sourceQuery = "Sales" },
          },
        }
        """

    @Test func aDefinitionIsTheSameDashboardAsInSwift() throws {
        let (metadata, issues) = try read(Self.board)
        #expect(issues.isEmpty)
        #expect(metadata.dashboard == DefinedDashboardTests.dashboard)
    }

    @Test func aScriptMayComputeItsCharts() throws {
        let (metadata, issues) = try read(
            """
            local charts = require "charts"
            local items = {}
            for _, column in ipairs { "Sales", "Cost" } do
              items[#items + 1] = { name = column, chartType = "Line", query = "Q", category = "Day",
                                    values = { column } }
            end
            local board = charts.define { items = items }
            return board
            """)
        #expect(issues.isEmpty)
        #expect(metadata.dashboard.charts.map(\.values[0].expression) == ["Sales", "Cost"])
    }

    @Test(arguments: [
        (
            "titel = \"A\",",
            "board.lua:5:7: unknown field 'titel' of <Chart>\n  hint: did you mean 'title'?"
        ),
        (
            "node = \"Grid\",",
            "board.lua:5:7: 'Grid' is not a node of a dashboard\n  hint: write one of Chart, DrillDownGroup, TreeMapGroup, OverlayGroup, DataGrid, DAPanel, Diagram"
        ),
        (
            "series = { colum = \"A\", column = \"B\" },",
            "board.lua:5:18: unknown field 'colum' of <Series>\n  hint: did you mean 'column'?"
        ),
        (
            "facet = 5 > 4,",
            "board.lua:5:7: <Facet> must be a text or a table, not true"
        ),
        (
            "title = { \"A\" },",
            "board.lua:5:7: title of <Chart> must be a text, a number or a boolean"
        ),
    ])
    func anErrorNamesItsLine(_ line: String, _ message: String) throws {
        let (_, issues) = try read(
            """
            local charts = require "charts"
            return charts.define {
              items = {
                {
                  \(line)
                  name = "A", chartType = "Pie", query = "Q", category = "X", values = "Y",
                },
              },
            }
            """)
        // Without the line of the file, and the mark below it.
        let shown = issues.first?.split(separator: "\n").filter { !$0.hasPrefix("      ") }
        #expect(shown?.joined(separator: "\n") == message)
    }

    @Test func invalidMetadataIsReportedAtItsTable() throws {
        let (_, issues) = try read(
            Self.board.replacing("\"Bar\"", with: "\"Bra\"").replacing(
                "\"Product\" }", with: "\"Produkt\" }"))
        #expect(
            issues.map { $0.split(separator: ":").prefix(3).joined(separator: ":") }
                == ["board.lua:5:5", "board.lua:10:19"])
        #expect(issues[0].contains("did you mean 'Bar'?"))
        #expect(issues[1].contains("did you mean 'Product'?"))
    }

    @Test(arguments: [
        ("local x = 1 +", "board.lua:1:14: "),
        ("local charts = require 'charts'\ncharts.define { items = {} }", "board.lua:2:1: "),
        ("return require('charts').select('A', {})", "board.lua:1:"),
        ("return require 'os'", "board.lua:1:"),
        ("while true do end", "board.lua:1"),
        ("return { items = { { 1, name = 'A' } } }", "board.lua:1:"),
    ])
    func aLuaErrorIsReported(_ lua: String, _ start: String) throws {
        let (metadata, issues) = try read(lua)
        #expect(metadata.hasErrors && issues.count == 1)
        #expect(issues[0].hasPrefix(start), "\(issues)")
    }

    @Test func aModuleBesideTheFileIsFound() throws {
        let folder = try QueryFolder([
            "board.lua": "return require('charts').define { items = require 'items' }",
            "items.lua": """
            return { { name = 'A', chartType = 'Pie', query = 'Q', category = 'X', values = 'Y' } }
            """,
            "board.csv": "X,Y\na,1\n",
        ])
        let opened = try Session.open(DashboardFile("\(folder.path)/board.lua"))
        #expect(opened.issues.isEmpty)
        #expect(opened.session.dashboard.charts.map(\.name) == ["A"])
    }

    @Test func editorDefinitionsHaveTheFieldsOfEveryNode() throws {
        let classes = DefinitionClasses.all
        #expect(
            classes.contains {
                $0.name == "charts.Chart" && $0.fields.contains { $0.name == "name" }
            })
        let names = Set(classes.map(\.name))
        #expect(names.count == classes.count)
        for field in classes.flatMap(\.fields) {
            for part in field.type.split(whereSeparator: { "()[]|".contains($0) })
            where part.hasPrefix("charts.") {
                #expect(names.contains(String(part)), "\(field)")
            }
            #expect(!field.summary.isEmpty, "\(field)")
        }
    }
}
