import Foundation
import Testing

/// Where rows come from on the command line, and what is wrong with them.
struct ChartsDataTests {
    private let shell: Shell
    private let sales = "Scripts/charts/sales.xml"

    init() throws { shell = try Shell() }

    private func writeChart() throws {
        try shell.write(
            """
            <Dashboard><Chart Name="C" Title="C" ChartType="Column" Query="Shops"><Category Column="Shop"/>
            <Values><Value Expression="Sales"/></Values></Chart></Dashboard>
            """, "own.xml")
    }

    @Test func aDataFileAnswersTheOnlyQuery() throws {
        try writeChart()
        try shell.write("Shop,Sales\nHarbour,3\n", "other.csv")
        try shell.write(#"[{"Shop": "Harbour", "Sales": 3}]"#, "other.json")
        for file in ["other.csv", "other.json"] {
            let result = try shell.perilune("charts render own.xml --data \(file)")
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.contains("Harbour: 3"))
        }
    }

    @Test(arguments: ["render", "check", "query", "serve", "gallery"])
    func aDataFileInsteadOfADashboardGetsAHintAtChartsNew(_ command: String) throws {
        try shell.write("Shop,Sales\nHarbour,3\n", "shops.csv")
        let result = try shell.perilune("charts \(command) shops.csv")
        #expect(result.status == 65)
        #expect(result.errors.contains("'perilune charts new shops.csv' proposes a dashboard"))
    }

    @Test func verySmallNumbersOfAnAxisAreShort() throws {
        try shell.write("Shop,Sales\nA,0.0000003\nB,0.00000012\n", "own.csv")
        try writeChart()
        let picture = try shell.perilune("charts render own.xml --data own.csv").output
        for label in [">3.0×10⁻⁷<", ">1.0×10⁻⁷<", ">0<"] { #expect(picture.contains(label)) }
        #expect(!picture.contains(">0.00000010<"))
        try shell.write("Shop,Sales\nA,3e-20\nB,1e-20\n", "own.csv")
        #expect(
            try shell.perilune("charts render own.xml --data own.csv").output
                .contains("×10⁻²⁰<"))
        // A percentage has no such unit.
        try shell.write(
            try shell.read("own.xml").replacing(
                "\"Sales\"/", with: "\"Sales\" Format=\"Percentage\"/"),
            "own.xml")
        try shell.write("Shop,Sales\nA,0.0000003\nB,0.00000012\n", "own.csv")
        #expect(
            try shell.perilune("charts render own.xml --data own.csv").output
                .contains(">0.000030%<"))
    }

    @Test(arguments: [
        ("Shop,Sales\nA,\"3\n", "end the field with a quote"),
        ("Shop,Sales\nA,1,2\n", "put a field that contains the separator in quotes"),
        (",Sales\nA,1\n", "write a name into the first line, such as 'row'"),
        ("Shop,Shop\nA,1\n", "give each column a name of its own"),
    ])
    func aMalformedFileIsBadInput(csv: String, hint: String) throws {
        try shell.write(csv, "bad.csv")
        let result = try shell.perilune("charts new bad.csv")
        #expect(result.status == 65)
        #expect(result.errors.contains(hint), "\(result.errors)")
    }

    @Test func aColumnThatIsLeftOutIsNamed() throws {
        let rows = (1...8).map { "\($0 % 2 == 0 ? "Harbour" : "Station"),\($0 * 7),\($0 * $0 * 3)" }
        try shell.write(
            "Shop,Sales,Cost\n" + rows.joined(separator: "\n") + "\nHarbour,oops,5\n", "shops.csv")
        let result = try shell.perilune("charts new shops.csv")
        #expect(result.status == 0)
        #expect(
            result.errors.contains(
                "left out: column Sales: row 9 has 'oops', and the others are numbers"),
            "\(result.errors)")
    }

    @Test func aConditionMayBeARangeOfAColumn() throws {
        let years = try shell.perilune(
            "charts query \(sales) NumberOfOrders --where Year=2009..2010 --json")
        #expect(Set(try years.objects().compactMap { $0["Year"] as? Int }) == [2009, 2010])
        for range in ["2010..2009", "2010..", "..2010"] {
            let result = try shell.perilune(
                "charts query \(sales) NumberOfOrders --where Year=\(range)")
            #expect(result.status == 64, "\(range): \(result.errors)")
        }
        // Of a column of texts it is a text.
        let region = try shell.perilune("charts query \(sales) SalesOrder --where Region=A..Z")
        #expect(region.status == 0)
        #expect(region.errors.contains("no row of SalesOrder has Region=A..Z"))
    }

    @Test func aDrillOfAScriptIntoAnUnknownCategoryIsAnError() throws {
        try shell.write(
            """
            local charts = require "charts"
            return { on = "go", execute = function()
              charts.drill("Resellers", { category = "Nowhere" })
            end }
            """, "drill.lua")
        let result = try shell.run(
            """
            echo '{"specversion": "1.0", "id": "1", "source": "/me", "type": "go"}' \
                | perilune process - --charts \(sales) --script drill.lua
            """)
        #expect(result.errors.contains("there is no category 'Nowhere' in 'Resellers'"))
    }

    @Test func theGalleryShowsEachChartWithItsMetadataAndRows() throws {
        let kinds = "Scripts/charts/kinds.xml"
        let result = try shell.perilune("charts gallery \(kinds) -o gallery.html")
        #expect(result.status == 0, "\(result.errors)")
        let page = try String(
            contentsOf: shell.folder.appending(path: "gallery.html"), encoding: .utf8)
        let metadata = try String(
            contentsOf: SwiftPackage.root.appending(path: kinds), encoding: .utf8)
        let charts = metadata.components(separatedBy: "<Chart ").count - 1
        #expect(page.components(separatedBy: "<img ").count - 1 >= charts)
        #expect(page.contains("ChartType=&quot;Waterfall&quot;"))
        for forbidden in ["<script", " onclick="] {
            #expect(!page.contains(forbidden))
        }
        // Another run replaces it.
        #expect(try shell.perilune("charts gallery \(kinds) -o gallery.html").status == 0)
    }
}
