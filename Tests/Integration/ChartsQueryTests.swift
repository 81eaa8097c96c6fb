import Foundation
import Testing

/// Rows, the scripts that answer them, and what a log of events does to a dashboard.
struct ChartsQueryTests {
    private let shell: Shell
    private let sales = "Scripts/charts/sales.xml"

    init() throws { shell = try Shell() }

    @Test func listsQueriesAsText() throws {
        let result = try shell.perilune("charts query \(sales)")
        #expect(
            result.output.contains(
                """
                ResellerByCategory
                  charts:    SalesByCategory
                  columns:   ProductSubCategory (category), Country (series), SalesAmount (value)
                  arguments: 
                """))
    }

    @Test func listsQueriesAsJSON() throws {
        let queries = try shell.perilune("charts query \(sales) --json").objects()
        #expect(queries.count == 8)
        let first = try #require(queries.first)
        #expect(first["query"] as? String == "SalesOrder")
        #expect(first["charts"] as? [String] == ["ProductSales"])
        let columns = try #require(first["columns"] as? [[String: String]])
        #expect(columns.first == ["name": "Region", "role": "category"])
    }

    @Test func showsRowsAsJSON() throws {
        let result = try shell.perilune(
            "charts query \(sales) SalesOrder --where Region=Eastern --json")
        let rows = try result.objects()
        #expect(rows.count == 4)
        #expect(rows.allSatisfy { $0["Region"] as? String == "Eastern" })
    }

    /// A filter is named by its name, takes several values, and restricts its column.
    @Test func restrictsByAFilter() throws {
        let command = "charts query \(sales) ResellerSummary --json"
        let all = try shell.perilune(command).objects()
        let some = try shell.perilune(
            "\(command) --where Products=Bikes --where Products=Clothing --where Region=Europe"
        ).objects()
        #expect(all.count == 28)
        #expect(some.map { $0["ProductCategory"] as? String } == ["Bikes", "Clothing"])
    }

    /// Values are bound: what looks like SQL is a text like others.
    @Test func valuesAreNotInterpretedAsSQL() throws {
        let result = try shell.perilune(
            #"charts query \#(sales) SalesOrder --json --where "Region=x' OR '1'='1""#)
        #expect(result.output.isEmpty)
        #expect(result.status == 0)
    }

    @Test func namesAndTextsDoNotControlTheTerminal() throws {
        try shell.write(
            #"<Dashboard><Chart Name="C" ChartType="Bar" Query="Q"><Category Column="a"/><Values><Value Expression="b"/></Values></Chart></Dashboard>"#,
            "board.xml")
        try FileManager.default.createDirectory(
            at: shell.folder.appending(path: "board.data"), withIntermediateDirectories: true)
        try shell.write("a\u{9B}2J,b\nx\u{9B}2J\u{1B}[0m,1\n", "board.data/Q.csv")
        let result = try shell.perilune("charts query board.xml Q")
        #expect(result.status == 0)
        #expect(!result.output.contains("\u{9B}") && !result.output.contains("\u{1B}"))
        #expect(result.output.contains("x\u{FFFD}2J"))
    }

    @Test func generatesAScriptThatPassesCheck() throws {
        let written = try shell.perilune("charts generate \(sales) -o queries.lua")
        #expect(written.status == 0 && written.errors.isEmpty)
        #expect(try shell.perilune("check queries.lua").status == 0)
        #expect(try shell.read("queries.lua").contains(#"queries["SalesOrder"] = function("#))
    }

    @Test func doesNotOverwriteAFileWithoutTheOption() throws {
        try shell.write("-- mine\n", "queries.lua")
        let result = try shell.perilune("charts generate \(sales) -o queries.lua")
        #expect(result.errors.contains("the file exists"))
        #expect(result.status == 73)
        #expect(try shell.read("queries.lua") == "-- mine\n")
        #expect(
            try shell.perilune("charts generate \(sales) -o queries.lua --overwrite").status == 0)
        #expect(try shell.read("queries.lua") != "-- mine\n")
    }

    @Test func generatesSwiftByTheNameOfTheFile() throws {
        #expect(
            try shell.perilune("charts generate \(sales) -o Sales.swift --type Sales").status == 0)
        #expect(try shell.read("Sales.swift").contains("struct Sales: ChartQueryDelegate {"))
    }

    @Test func reportsWhatIsMissing() throws {
        let good = try shell.perilune("charts generate \(sales) --report")
        #expect(good.output.hasPrefix("SalesOrder: 20 rows\n  charts: ProductSales\n"))
        #expect(good.status == 0)
        try shell.run("mkdir empty.data")
        let bad = try shell.perilune("charts generate \(sales) --report --data empty.data")
        #expect(bad.output.contains("error: there is no query SalesOrder"))
        #expect(bad.status == 1)
    }

    @Test func aScriptAnswersQueries() throws {
        try shell.write(
            """
            local delegate = {}
            function delegate:executeQuery(name, args)
              if name == "SalesOrder" then
                return { { Region = args.Region or "Moon", Product = "Cheese", SalesAmount = 7 } }
              end
            end
            return delegate
            """, "moon.lua")
        try shell.run("cp \(sales) moon.xml")
        let table = try shell.perilune("charts query moon.xml SalesOrder --script moon.lua")
        #expect(
            table.output == """
                Product  Region  SalesAmount
                Cheese   Moon              7

                """, "\(table.errors)")
        let restricted = try shell.perilune(
            "charts query moon.xml SalesOrder --script moon.lua --where Region=Mars --json")
        #expect(restricted.output.contains(#""Region":"Mars""#))
        let picture = try shell.perilune(
            "charts render moon.xml --script moon.lua --view ProductSales")
        #expect(picture.output.contains("Moon"))
        #expect(picture.status == 0, "\(picture.errors)")
        let nobody = try shell.perilune("charts query moon.xml SalesOrder")
        #expect(nobody.errors.contains("no data source answers the query 'SalesOrder'"))
        #expect(nobody.errors.contains("--script"))
    }

    @Test func anErrorInAScriptIsShownWithFileAndLine() throws {
        try shell.write(
            """
            local delegate = {}
            function delegate:executeQuery(name, args) error("no rows today") end
            return delegate
            """, "bad.lua")
        try shell.run("cp \(sales) moon.xml")
        let result = try shell.perilune("charts render moon.xml --script bad.lua -o moon.svg")
        #expect(result.errors.contains("bad.lua:2"))
        #expect(result.errors.contains("no rows today"))
        #expect(result.status == 1)
    }

    @Test func aConditionNeedsAQuery() throws {
        let result = try shell.perilune("charts query \(sales) --where Region=Eastern")
        #expect(result.errors.contains("--where needs a QUERY"))
        #expect(result.status == 64)
    }

    @Test func replaysALog() throws {
        try shell.write(
            """
            {"type":"chart.drill","data":{"chart":"Resellers","category":"Europe"}}

            {"type":"something.else","data":{}}
            {"type":"chart.drill","data":{"dashboard":"another","chart":"None","category":"Europe"}}

            """, "taps.jsonl")
        let result = try shell.perilune(
            "charts render \(sales) --view Resellers --replay taps.jsonl")
        #expect(result.output.contains("Germany"))
        #expect(result.status == 0)
    }

    @Test(arguments: [
        (#"{"type":"chart.drill","data":{"chart":"Resalers","category":"Europe"}}"#, "Resellers"),
        (#"{"type":"chart.fly","data":{"chart":"Resellers"}}"#, "is not an action of a chart"),
        (#"{"type":"chart.variable","data":{"variable":"$hike","value":[]}}"#, "requires a number"),
        (#"{"type":"#, "taps.jsonl:2"),
        (
            #"{"type":"chart.drill","data":{"chart":"Resellers","catgory":"Europe"}}"#,
            "chart.drill has no 'catgory'\n  hint: did you mean 'category'?"
        ),
        (#"{"type":"chart.filter","data":{"filter":"Products","vlues":["Bikes"]}}"#, "'values'"),
        (#"{"type":"chart.sort","data":{"chart":"ProductSales","colum":"x"}}"#, "'column'"),
        (
            #"{"type":"chart.legend","data":{"chart":"ProductSales","series":"Bikes","show":false}}"#,
            "'shown'"
        ),
    ])
    func saysWhichLineOfALogIsWrong(line: String, help: String) throws {
        try shell.write("\n\(line)\n", "taps.jsonl")
        let result = try shell.perilune("charts render \(sales) --replay taps.jsonl")
        #expect(result.errors.hasPrefix("taps.jsonl:2"), "\(result.errors)")
        #expect(result.errors.contains(help))
        #expect(result.output.isEmpty)
        #expect(result.status == 65)
    }

    @Test(arguments: [
        (#"sort","data":{"chart":"ProductSales","column":"Sales amuont"}"#, "Sales amount"),
        (#"selection.category","data":{"chart":"ProductSales","category":"Estern"}"#, "Eastern"),
        (#"selection.series","data":{"chart":"ProductSales","series":"Bike"}"#, "Bikes"),
        (
            #"selection.items","data":{"chart":"ProductSales","items":[{"category":"Eastern","series":"Bike"}]}"#,
            "Bikes"
        ),
        (#"legend","data":{"chart":"ProductSales","series":"Bike","shown":false}"#, "Bikes"),
        (#"drill","data":{"chart":"Resellers","category":"Europa"}"#, "Europe"),
    ])
    func aNameThatTheChartDoesNotHaveIsAnError(action: String, name: String) throws {
        try shell.write("\n{\"type\":\"chart.\(action)}\n", "taps.jsonl")
        let command = "charts render \(sales) --replay taps.jsonl -o taps.svg"
        let result = try shell.perilune(command)
        #expect(result.status == 65)
        #expect(result.errors.hasPrefix("taps.jsonl:2: there is no "), "\(result.errors)")
        #expect(result.errors.contains("did you mean '\(name)'?"), "\(result.errors)")
        let wrong = try #require(
            ["Sales amuont", "Estern", "Bike", "Europa"].first { action.contains("\"\($0)\"") })
        try shell.run("sed -i 's/\"\(wrong)\"/\"\(name)\"/' taps.jsonl")
        #expect(try shell.perilune(command).status == 0)
    }

    @Test func aValueThatNoRowHasIsReported() throws {
        let result = try shell.perilune("charts query \(sales) SalesOrder --where Region=Estern")
        #expect(result.status == 0)
        #expect(
            result.errors
                == "warning: no row of SalesOrder has Region=Estern (did you mean 'Eastern'?)\n")
    }

    @Test func aScriptRejectsActionsAndIsNotifiedOfOthers() throws {
        try shell.write(
            """
            local log = require "log"
            local rules = {}
            function rules:willSelectCategory(chart, data) return data.category ~= "South" end
            function rules:didSelectCategory(chart, data) log.info("selected " .. data.category) end
            return rules
            """, "rules.lua")
        let lines = ["South", "Eastern"].map {
            #"{"type":"chart.selection.category","data":{"chart":"ProductSales","category":"\#($0)"}}"#
        }
        try shell.write(lines.joined(separator: "\n") + "\n", "taps.jsonl")
        let result = try shell.perilune(
            "charts render \(sales) --replay taps.jsonl --script rules.lua -o after.svg")
        #expect(result.errors.contains("taps.jsonl:1: rejected by a script\n"))
        #expect(result.errors.contains("selected Eastern"))
        #expect(!result.errors.contains("selected South"))
        #expect(result.status == 0)
    }
}
