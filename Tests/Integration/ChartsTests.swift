import Foundation
import Testing

/// `perilune charts` and `perilune snapshot`, as a person would use and misuse them.
struct ChartsTests {
    private let shell: Shell
    private let sales = "Scripts/charts/sales.xml"

    init() throws { shell = try Shell() }

    private func write(_ chart: String, _ name: String = "own.xml") throws {
        try shell.write("<Dashboard>\(chart)</Dashboard>\n", name)
    }

    /// A chart over the orders of the sample.
    private func orders(
        _ name: String = "Orders", category: String = "Year", value: String = "OrderCount"
    ) -> String {
        """
        <Chart Name="\(name)" Title="\(name)" ChartType="Line" Query="NumberOfOrders">
          <Category Column="\(category)" DisplayName="Year" />
          <Series Column="Region" DisplayName="Region" />
          <Values>
            <Value Expression="\(value)" Format="Rounded0" ValueSequence="1" DisplayName="Orders" />
          </Values>
        </Chart>
        """
    }

    @Test(arguments: [("svg", "<svg "), ("png", "\u{FFFD}PNG"), ("pdf", "%PDF-")])
    func drawsEveryFormatByTheNameOfTheFile(ending: String, start: String) throws {
        let result = try shell.perilune("charts render \(sales) -o dashboard.\(ending)")
        #expect(result.status == 0)
        #expect(result.output.isEmpty && result.errors.isEmpty)
        let bytes = try Data(contentsOf: shell.folder.appending(path: "dashboard.\(ending)"))
        #expect(String(decoding: bytes.prefix(200), as: UTF8.self).contains(start))
    }

    @Test func drawsTheSameBytesEveryTime() throws {
        for ending in ["svg", "png", "pdf"] {
            let result = try shell.run(
                """
                perilune charts render \(sales) -o a.\(ending) &&
                perilune charts render \(sales) -o b.\(ending) && cmp a.\(ending) b.\(ending)
                """)
            #expect(result.status == 0, "\(ending): \(result.output)")
        }
    }

    @Test(arguments: [
        ("charts render", "missing argument: FILE", 64),
        ("charts rendre x", "did you mean 'render'?", 64),
        ("charts render %@ --them x", "did you mean '--theme'?", 64),
        ("charts render %@ --theme Velterweight", "did you mean 'WelterWeight'?", 64),
        ("charts render %@ --view ProductSale", "did you mean 'ProductSales'?", 64),
        ("charts render %@ --view sales/Nothing", "the views are sales, sales/ProductSales", 64),
        ("charts render %@ --format gif", "svg, png or pdf, not 'gif'", 64),
        ("charts render %@ -o a.jpg", "unknown picture format .jpg", 64),
        ("charts render %@ --locale xx", "there is no locale 'xx'", 64),
        (
            "charts render %@ -f png -o a.png --scale 8 --width 16384 --height 16384",
            "16384 by 16384 points at scale 8 is too large", 64
        ),
        ("charts render %@ --zone Europe/Berlim", "there is no time zone 'Europe/Berlim'", 64),
        ("charts render %@ --data nothing", "data not found: 'nothing'", 66),
        ("charts render nothing.xml", "nothing.xml: metadata file not found", 66),
        ("charts render %@ --replay nothing", "No such file", 66),
        ("charts render %@ --script nothing.lua", "No such file", 66),
        ("charts render %@ -o nowhere/a.svg", "its folder does not exist", 73),
        ("charts render Scripts/links.txt", "the document has no root element", 65),
        (
            "charts render Scripts/charts/sales.sqlite",
            "contains data, not the metadata of a dashboard", 65
        ),
        ("charts render %@ --data Scripts/links.txt", "this is not a readable SQLite database", 65),
        ("charts query %@ SalesOrdr", "did you mean 'SalesOrder'?", 65),
        ("charts query %@ SalesOrder --where Region", "--where must be NAME=VALUE", 64),
        ("charts query %@ SalesOrder --where Reguon=x", "cannot be filtered by Reguon", 65),
        ("charts generate %@ --language perl", "lua or swift, not 'perl'", 64),
        (
            "charts generate %@ --language swift --type 'My Query'",
            "is not a valid Swift type name", 64
        ),
        ("snapshot sales", "open a dashboard with --charts FILE", 64),
        ("snapshot Ordrs --charts %@", "did you mean 'Orders'?", 64),
    ])
    func saysWhatIsWrong(arguments: String, help: String, status: Int32) throws {
        let result = try shell.perilune(arguments.replacing("%@", with: sales))
        #expect(result.errors.contains(help), "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(result.status == status)
    }

    @Test func timesAreShownInTheZone() throws {
        try write(
            """
            <Chart Name="Logins" ChartType="Column" Query="Logins"><Category Column="At" />
              <Values><Value Expression="Count" ValueSequence="1" /></Values></Chart>
            """)
        try shell.run("mkdir own.data")
        try shell.write(
            "At,Count\n2026-07-15T21:30:00Z,1\n2026-07-15T22:30:00Z,2\n", "own.data/Logins.csv")
        let clock = "11:30\u{202F}PM"
        #expect(try !shell.perilune("charts render own.xml").output.contains(clock))
        for command in ["charts render own.xml", "snapshot own --charts own.xml"] {
            let result = try shell.perilune("\(command) --zone Europe/Berlin")
            #expect(result.output.contains(clock), "\(result.errors)")
        }
        // A script's answer is shown by the same clock.
        try shell.run("rm -r own.data")
        try shell.write(
            "return { executeQuery = function() return { { At = '2026-07-15T21:30:00Z', Count = 1 } } end }",
            "rows.lua")
        let result = try shell.perilune(
            "charts render own.xml --script rows.lua --zone Europe/Berlin")
        #expect(result.output.contains(clock), "\(result.errors)")
    }

    @Test func drawsTheChartsWithoutErrors() throws {
        try write(orders() + orders("Broken", category: "Yaer"))
        let result = try shell.perilune(
            "charts render own.xml --data Scripts/charts/sales.sqlite -o own.svg")
        #expect(
            result.errors == """
                error: own.xml: query NumberOfOrders has no column Yaer, which chart Broken needs
                  hint: did you mean 'Year'? The columns are Year, Region, OrderCount

                """)
        #expect(result.status == 1)
        let picture = try shell.read("own.svg")
        #expect(picture.contains("2013, Eastern"))
        // Of the chart that works nothing is to be told.
        let one = try shell.perilune(
            "charts render own.xml --data Scripts/charts/sales.sqlite --view Orders -o one.svg")
        #expect(one.errors.isEmpty)
        #expect(one.status == 0)
    }

    @Test func aWarningDoesNotFailTheCommand() throws {
        try write(orders().replacing("Query=", with: "Colour=\"red\" Query="))
        let result = try shell.perilune(
            "charts render own.xml --data Scripts/charts/sales.sqlite -o own.svg")
        #expect(result.errors.hasPrefix("warning: own.xml:1:"))
        #expect(result.errors.contains("unknown attribute Colour of <Chart>"))
        #expect(result.status == 0)
        let check = "charts check own.xml --data Scripts/charts/sales.sqlite"
        #expect(try shell.perilune(check).status == 0)
        #expect(try shell.perilune("\(check) --strict").status == 1)
    }

    @Test func anErrorIsReportedOnceAndAnEmptyDashboardIsAWarning() throws {
        try write(orders("One") + orders("Two"))
        try shell.run("mkdir empty.data")
        let result = try shell.perilune("charts render own.xml --data empty.data -o own.svg")
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.errors.contains("no source has a query 'NumberOfOrders'"))
        #expect(result.status == 1)
        try write("")
        let empty = try shell.perilune("charts check own.xml")
        #expect(empty.output == "warning: own.xml: the dashboard has no charts\n")
        #expect(empty.status == 0)
    }

    /// What a broken file holds does not reach the terminal as commands to it.
    @Test func showsNoControlCharacters() throws {
        try shell.write("\u{1B}[2J\u{7}<Dashboard>\n", "own.xml")
        let result = try shell.perilune("charts render own.xml")
        #expect(result.status == 65)
        #expect(!result.errors.contains("\u{1B}") && !result.errors.contains("\u{7}"))
    }

    @Test func findsNothingInTheSample() throws {
        let result = try shell.perilune("charts check --strict \(sales)")
        #expect(result.output.isEmpty)
        #expect(result.errors == "0 errors, 0 warnings\n")
        #expect(result.status == 0)
    }

    @Test func writesFindingsAsJSON() throws {
        try write(orders(value: "OrderCount * Neg("))
        let result = try shell.perilune(
            "charts check --json own.xml --data Scripts/charts/sales.sqlite")
        let finding = try #require(try result.objects().first)
        #expect(finding["code"] as? String == "MAError_ExpressionEvalation")
        #expect(finding["level"] as? String == "Error")
        #expect(finding["file"] as? String == "own.xml")
        #expect(result.status == 1)
    }

    @Test func saysWhenTheNameOfTheFileIsMisleading() throws {
        let result = try shell.perilune("charts render \(sales) --format pdf -o a.png")
        #expect(result.errors == "warning: writing a.png as pdf, because of --format\n")
        #expect(result.status == 0)
        #expect(try shell.run("head -c 5 a.png").output == "%PDF-")
    }

    /// `script` makes a terminal; it belongs to the base system of Debian.
    @Test(.enabled(if: Shell.has("script")))
    func keepsAPNGFromATerminal() throws {
        let result = try shell.run(
            #"script -qec "perilune charts render \#(sales) -f png; echo status \$?" /dev/null"#)
        #expect(result.output.contains("will not write png to a terminal"))
        #expect(result.output.contains("-o picture.png"))
        #expect(result.output.contains("status 64"))
    }

    @Test func withoutFontsNothingIsDrawn() throws {
        try shell.write(
            "<!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig/>", "fonts.conf")
        let result = try shell.run(
            "bin/perilune charts render \(sales) -o sales.png",
            environment: ["FONTCONFIG_FILE": shell.folder.appending(path: "fonts.conf").path])
        #expect(result.status != 0)
        #expect(result.errors.contains("this machine has no fonts"))
        #expect(result.errors.contains("fonts-dejavu-core"))
        #expect(try !shell.run("ls").output.contains("sales.png"))
    }

    @Test func takesAThemeFromAFile() throws {
        try shell.write(##"{"base": "WelterWeight", "palette": ["#123456"]}"##, "brand.json")
        let result = try shell.perilune("charts render \(sales) --theme brand.json")
        #expect(result.output.contains("#123456"))
        try shell.write(##"{"palete": ["#123456"]}"##, "brand.json")
        let wrong = try shell.perilune("charts render \(sales) --theme brand.json")
        #expect(wrong.errors.hasPrefix("brand.json: theme: unknown field 'palete'"))
        #expect(wrong.errors.contains("did you mean 'palette'?"))
        #expect(wrong.status == 65)
        try shell.write(#"{"palette": "#, "brand.json")
        let broken = try shell.perilune("charts render \(sales) --theme brand.json")
        #expect(broken.errors.hasPrefix("brand.json:1:"))
        #expect(broken.status == 65)
    }

    @Test func aScriptMayTakeAThemeAsATable() throws {
        try shell.write(
            """
            return { on = "chart.*", execute = function()
              local snapshot = require "snapshot"
              snapshot.capture("sales", { theme = { palete = { "#123456" } } })
            end }
            """, "brand.lua")
        try shell.write(
            #"{"specversion":"1.0","id":"1","source":"/a","type":"chart.sort","data":{}}"# + "\n",
            "sort.jsonl")
        let result = try shell.perilune(
            "process sort.jsonl --script brand.lua --charts \(sales) --records -")
        #expect(result.output.contains("theme: unknown field 'palete'"))
        #expect(result.status == 2)
    }
}
