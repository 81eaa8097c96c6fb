import PeriluneCore
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// Tiles with one number.
struct IndicatorTests {
    private static let rows: Value = [
        ["Month": "2024-01-01", "Sales": 80, "Plan": 100],
        ["Month": "2024-02-01", "Sales": 100, "Plan": 100],
        ["Month": "2024-03-01", "Sales": 90, "Plan": 120],
    ]

    private func indicator(
        value: String = "", values: String = "", attributes: String = "", rows: Value = rows
    ) async throws -> Indicator? {
        let (built, _) = try await KindsLab.built(
            "KPI", category: "Month",
            values: #"<Value Expression="Sales" ValueSequence="1" \#(value)/>"# + values,
            attributes: attributes, rows: rows)
        if case .indicator(let indicator) = built.figure.content { return indicator }
        return nil
    }

    @Test func theLastNumberIsComparedWithTheOneBefore() async throws {
        let indicator = try #require(await indicator())
        #expect(indicator.value == "90")
        let change = try #require(indicator.change)
        // 90 is 10 % less than 100.
        #expect(change.text == "-10.0%" && change.direction == .down && change.isGood == false)
        #expect(change.against.hasSuffix(": 100"))
        #expect(indicator.spark.layers[0].values[0].cells == [[80, 100, 90]])
    }

    @Test func theSecondValueIsTheTarget() async throws {
        let plan = #"<Value Expression="Plan" ValueSequence="2" DisplayName="Plan"/>"#
        let change = try #require(await indicator(values: plan)?.change)
        #expect(change.text == "-25.0%" && change.against == "Plan: 120")
    }

    @Test func theReferenceValueIsATargetToo() async throws {
        let change = try #require(
            await indicator(attributes: #"ReferenceValue="75" ReferenceLabel="Budget""#)?.change)
        #expect(change.text == "+20.0%" && change.against == "Budget: 75" && change.isGood == true)
    }

    @Test func lowerCanBeBetter() async throws {
        let change = try #require(await indicator(value: #"LowerIsBetter="1""#)?.change)
        #expect(change.direction == .down && change.isGood == true)
    }

    @Test func aChangeFromZeroHasNoPercentage() async throws {
        let rows: Value = [
            ["Month": "2024-01-01", "Sales": 0, "Plan": 1],
            ["Month": "2024-02-01", "Sales": 7, "Plan": 1],
        ]
        #expect(try await indicator(rows: rows)?.change?.text == "+7")
    }

    @Test func monthsWithoutANumberAreLeftOut() async throws {
        let rows: Value = [
            ["Month": "2024-01-01", "Sales": 50, "Plan": 1],
            ["Month": "2024-02-01", "Sales": .null, "Plan": 1],
            ["Month": "2024-03-01", "Sales": 100, "Plan": 1],
            ["Month": "2024-04-01", "Sales": .null, "Plan": 1],
        ]
        let indicator = try #require(await indicator(rows: rows))
        #expect(indicator.value == "100" && indicator.change?.text == "+100.0%")
    }

    @Test func thePictureHasTheNumberItsChangeAndALine() async throws {
        let (built, _) = try await KindsLab.built(
            "KPI", category: "Month", values: #"<Value Expression="Sales" DisplayName="Sales"/>"#,
            rows: Self.rows)
        let drawn = Drawn(built.figure)
        let value = try #require(drawn.texts.first { $0.string == "90" })
        #expect(value.font.size > Theme.welterWeight.fonts.title.size)
        #expect(drawn.texts.contains { $0.string == "-10.0%" })
        #expect(drawn.identified.count == 3, "a point for each month")
    }
}
