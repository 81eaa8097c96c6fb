import Foundation
import Testing

/// The pictures of the documentation are what the commands draw.
struct PicturesTests {
    /// Versions of SQLite differ in the header of a file, not in what it holds.
    @Test(.enabled(if: Shell.has("python3")))
    func theSampleDataAreCurrent() throws {
        let shell = try Shell()
        try shell.write(
            """
            import sqlite3, sys
            one, other = ["\\n".join(sqlite3.connect(name).iterdump()) for name in sys.argv[1:]]
            sys.exit(one != other)
            """, "compare.py")
        let result = try shell.run(
            """
            python3 Scripts/charts/make_sample.py new.sqlite &&
            python3 compare.py new.sqlite Scripts/charts/sales.sqlite
            """)
        #expect(result.status == 0, "python3 Scripts/charts/make_sample.py \(result.errors)")
    }

    /// With PERILUNE_UPDATE=1 writes them instead of looking at them.
    @Test(arguments: [
        ("sales.svg", "charts render Scripts/charts/sales.xml"),
        ("kinds.svg", "charts render Scripts/charts/kinds.xml --width 1200 --height 1300"),
        ("gallery.svg", "charts render Scripts/charts/gallery.xml --width 1200 --height 1900"),
        ("reference-chart.svg", reference("chart", height: 760)),
        ("reference-category.svg", reference("category", height: 960)),
        ("reference-value.svg", reference("value", height: 1080)),
        ("reference-display.svg", reference("display", height: 820)),
        ("reference-formats.svg", reference("formats", height: 330)),
        ("reference-functions.svg", reference("functions", height: 1000)),
        ("reference-shapes.svg", reference("shapes", theme: "shapes", height: 260)),
        ("reference-colors.svg", reference("theme", theme: "colors", height: 500)),
        ("reference-fonts.svg", reference("theme", theme: "fonts", height: 500)),
        ("reference-lines.svg", reference("theme", theme: "lines", height: 500)),
    ])
    func areCurrent(name: String, command: String) throws {
        try compare(Shell().perilune(command), with: name)
    }

    /// Of the reference of dashboards.
    private static func reference(_ name: String, theme: String? = nil, height: Int) -> String {
        let folder = "Scripts/charts/reference"
        let theme = theme.map { " --theme \(folder)/\($0).json" } ?? ""
        return
            "charts render \(folder)/\(name).xml --data \(folder)/data --width 1100 --height \(height)\(theme)"
    }

    @Test(.enabled(if: Shell.has("jq"))) func annotationsAreCurrent() throws {
        let shell = try Shell()
        try shell.write(
            #"{"specversion": "1.0", "id": "1", "source": "/me", "type": "draw"}"#, "draw.jsonl")
        let drawn = try shell.run(
            """
            perilune process draw.jsonl --charts Scripts/charts/gallery.xml \
                --script Scripts/charts/reference/annotations.lua 2> errors | jq -r . | base64 -d
            """)
        try compare(drawn, with: "reference-annotations.svg")
    }

    /// Each attribute that can be seen is in the title of a chart.
    @Test(arguments: [
        (
            "chart",
            [
                "Title", "Subtitle", "Source", "ReferenceValue", "ReferenceLabel", "UpperThreshold",
                "UpperLabel", "LowerThreshold", "LowerLabel", "PredictiveStartCategory",
                "DualAxisEnabled",
            ]
        ),
        (
            "category",
            [
                "DisplayName", "Column", "Format", "Sort", "Descending", "Order", "Top", "Other",
                "Scale", "BinWidth", "Totals", "Hexagons",
            ]
        ),
        (
            "value",
            [
                "Expression", "DisplayName", "Format", "ValueSequence", "CurrencyCode", "Aggregate",
                "Weight", "Scale", "LowerIsBetter",
            ]
        ),
        (
            "display",
            [
                "IsTitleHidden", "IsLegendHidden", "IsThumbnail", "ShowsHorizontalAxis",
                "ShowsVerticalAxis", "ShowsHorizontalAxisTitle", "ShowsVerticalAxisTitle",
                "ShowsGridLabel", "ShowsXAxisAtTop", "ShowsSeriesLabels", "DirectLabels",
                "RowHeight", "RowSpacing",
            ]
        ),
    ])
    func aPictureShowsEachAttribute(_ name: String, _ attributes: [String]) throws {
        let file = SwiftPackage.root.appending(path: "Scripts/charts/reference/\(name).xml")
        let text = try String(contentsOf: file, encoding: .utf8)
        for attribute in attributes { #expect(text.contains(" \(attribute)=\""), "\(attribute)") }
    }

    private func compare(_ drawn: Shell.Result, with name: String) throws {
        try #require(drawn.status == 0, "\(drawn.errors)")
        let file = SwiftPackage.root.appending(path: "Documentation/Pictures/\(name)")
        if ProcessInfo.processInfo.environment["PERILUNE_UPDATE"] == "1" {
            try Data(drawn.output.utf8).write(to: file)
            return
        }
        let committed = try? String(contentsOf: file, encoding: .utf8)
        #expect(
            committed == drawn.output,
            "stale: PERILUNE_UPDATE=1 make test-only FILTER=PicturesTests writes it anew")
    }
}
