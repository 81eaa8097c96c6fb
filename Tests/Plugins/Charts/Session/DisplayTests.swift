import PeriluneCore
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// `<Display>`: which parts of a chart are shown.
struct DisplayTests {
    private static let rows: Value = [
        ["C": "East", "S": "Bikes", "V": 31], ["C": "West", "S": "Bikes", "V": 47],
        ["C": "East", "S": "Cars", "V": 10], ["C": "West", "S": "Cars", "V": 20],
    ]

    private func drawn(
        _ kind: String, _ display: String, in rect: Rect = Rect(0, 0, 640, 400),
        actions: [ChartAction] = []
    ) async throws -> Drawn {
        let (built, issues) = try await KindsLab.built(
            kind, category: "C", series: #"<Series Column="S"/><Display \#(display)/>"#,
            values: #"<Value Expression="V" DisplayName="Sales"/>"#,
            extra: #"DisplayName="Region""#,
            attributes: #"Title="Sales by region""#, rows: Self.rows, actions: actions)
        #expect(issues.isEmpty, "\(issues)")
        return Drawn(built.figure, in: rect)
    }

    private func words(_ kind: String, _ display: String) async throws -> Set<String> {
        Set(try await drawn(kind, display).texts.map(\.string))
    }

    @Test(arguments: [
        ("IsTitleHidden", "1", ["Sales by region"]), ("IsLegendHidden", "1", ["Bikes", "Cars"]),
        ("ShowsHorizontalAxis", "0", ["East", "West"]), ("ShowsVerticalAxis", "0", ["0", "50"]),
        ("ShowsGridLabel", "0", ["0", "50"]), ("ShowsHorizontalAxisTitle", "0", ["Region"]),
        ("ShowsVerticalAxisTitle", "0", ["Sales"]),
    ])
    func aPartIsLeftOut(_ name: String, _ value: String, _ parts: [String]) async throws {
        let whole = try await words("Column", "")
        #expect(whole.isSuperset(of: parts))
        let rest = try await words("Column", "\(name)=\"\(value)\"")
        #expect(rest.isDisjoint(with: parts))
        #expect(rest.count >= whole.count - max(6, parts.count))
    }

    @Test func theAxesOfBarsAreTheOtherWayRound() async throws {
        let words = try await words("Bar", #"ShowsHorizontalAxis="0""#)
        #expect(words.isSuperset(of: ["East", "West"]) && words.isDisjoint(with: ["0", "50"]))
    }

    @Test(arguments: ["Column", "Bar"])
    func theAxisMayBeAtTheTop(_ kind: String) async throws {
        let label = kind == "Bar" ? "0" : "East"
        func places(_ display: String) async throws -> (label: Double, marks: [Double]) {
            let drawn = try await drawn(kind, display)
            let text = try #require(drawn.texts.first { $0.string == label })
            return (text.position.y, drawn.identified.compactMap(\.shape.rect).map(\.midY))
        }
        let bottom = try await places("")
        #expect(bottom.marks.allSatisfy { $0 < bottom.label })
        let top = try await places(#"ShowsXAxisAtTop="1""#)
        #expect(top.marks.allSatisfy { $0 > top.label })
    }

    @Test func longNamesOfBarsTakeTwoLines() async throws {
        let (built, _) = try await KindsLab.built(
            "Bar", category: "N", values: #"<Value Expression="A"/>"#,
            rows: [
                ["N": "Research assistants in the second laboratory", "A": 5], ["N": "B", "A": 2],
            ])
        let drawn = Drawn(built.figure, in: Rect(0, 0, 520, 300))
        let texts = drawn.texts.map(\.string)
        #expect(texts.contains("Research assistants in") && texts.contains("the second laboratory"))
    }

    @Test func namesOfBarsThatAreTooLongForTwoLinesTakeThree() async throws {
        let (built, _) = try await KindsLab.built(
            "Bar", category: "N", values: #"<Value Expression="A"/>"#,
            rows: [
                ["N": "refunds are closed on Sundays and holidays", "A": 5], ["N": "B", "A": 2],
            ])
        let drawn = Drawn(built.figure, in: Rect(0, 0, 260, 300))
        let texts = drawn.texts.filter { $0.anchor == .end }
        #expect(texts.count == 4 && texts.dropLast(2).allSatisfy { $0.full == nil }, "\(texts)")
    }

    @Test func namesOfNarrowColumnsAreNotLeftOut() async throws {
        let names = ["Harbour", "Station", "Old town", "Airport", "Museum", "University"]
        let (built, _) = try await KindsLab.built(
            "Column", category: "N", values: #"<Value Expression="A"/>"#,
            rows: .array(
                names.enumerated().map { ["N": .string($1), "A": .integer(Int64($0 + 1))] }))
        for width in [260.0, 320] {
            let texts = Drawn(built.figure, in: Rect(0, 0, width, 190)).texts.filter { text in
                names.contains { $0.hasPrefix(text.string.prefix(3)) }
            }
            #expect(texts.count == names.count, "\(texts.map(\.string))")
            #expect(texts.count { $0.full != nil } <= 1, "\(texts.map(\.string))")
        }
    }

    @Test func largeNumbersAtBarsAreRoundedWhereTheyDoNotFit() async throws {
        let (built, _) = try await KindsLab.built(
            "Bar", category: "N", values: #"<Value Expression="A"/>"#,
            rows: [["N": "Asia", "A": 30_507_333_901], ["N": "Oceania", "A": 212_992_136]])
        let narrow = Drawn(built.figure, in: Rect(0, 0, 300, 240)).texts.map(\.string)
        #expect(narrow.contains("30.5B") && narrow.contains("0.2B"), "\(narrow)")
        let wide = Drawn(built.figure, in: Rect(0, 0, 700, 240)).texts.map(\.string)
        #expect(wide.contains("30,507,333,901"), "\(wide)")
    }

    @Test func rowsHaveTheirHeightAndSpacing() async throws {
        let drawn = try await drawn(
            "StackedBar", #"RowHeight="20" RowSpacing="10""#, in: Rect(0, 0, 640, 400))
        let rects = drawn.identified.compactMap(\.shape.rect)
        #expect(rects.allSatisfy { abs($0.height - 20) <= 1 })
        let starts = Set(rects.map(\.y)).sorted()
        #expect(starts.count == 2 && abs(starts[1] - starts[0] - 30) <= 1)
    }

    @Test(arguments: ["Column", "Line", "Pie", "HeatMap"])
    func aThumbnailHasNoTitleAndMarks(_ kind: String) async throws {
        let drawn = try await drawn(kind, #"IsThumbnail="1""#, in: Rect(0, 0, 160, 120))
        #expect(!drawn.identified.isEmpty)
        #expect(!drawn.texts.contains { $0.string.hasPrefix("Sales") })
        if kind == "Column" { #expect(drawn.texts.isEmpty) }
    }

    @Test func namesStandAtTheEndsOfLinesInsteadOfALegend() async throws {
        let drawn = try await drawn("Line", #"DirectLabels="1""#)
        #expect(!drawn.groups.contains { $0.role == .legend })
        for (name, series) in [("Bikes", 0), ("Cars", 1)] {
            let last = try #require(
                drawn.identified.last { $0.identity?.series == series }?.shape.points)
            let y = last.map(\.y).reduce(0, +) / Double(last.count)
            let text = try #require(drawn.texts.first { $0.string == name })
            #expect(abs(text.position.y - 5 - y) < 6, "\(name)")
            #expect(text.position.x > last.map(\.x).reduce(0, max))
        }
    }

    @Test func aHiddenSeriesKeepsTheLegend() async throws {
        let drawn = try await drawn(
            "Line", #"DirectLabels="1""#, actions: [.show(series: "Cars", false)])
        #expect(drawn.groups.contains { $0.role == .legend })
    }

    @Test func aSpacingWithoutAHeightIsAnError() async throws {
        let read = metadata(
            dashboard: """
                <Chart Name="C" ChartType="Bar" Query="Q"><Category Column="C"/>
                <Display RowSpacing="4" RowHeight="2"/>
                <Values><Value Expression="V"/></Values></Chart>
                """)
        #expect(read.issues.map(\.kind.code) == [.wrongValue, .wrongValue])
    }
}
