import PeriluneCore
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// Subtitles, sources, and names of thresholds.
struct CaptionTests {
    private static let attributes = """
        Title="Sales" Subtitle="Thousands of dollars" Source="Source: ledger" ReferenceValue="20"
        ReferenceLabel="Plan" UpperThreshold="30" UpperLabel="Limit" LowerThreshold="5"
        """

    private func drawn(_ kind: String) async throws -> Drawn {
        let (built, issues) = try await KindsLab.built(
            kind, category: "C", values: #"<Value Expression="V"/>"#, attributes: Self.attributes,
            rows: [["C": "a", "V": 12], ["C": "b", "V": 40]])
        #expect(issues.isEmpty, "\(issues)")
        return Drawn(built.figure)
    }

    @Test(arguments: ["Column", "Pie", "BoxPlot"])
    func theSubtitleIsBelowTheTitleAndTheSourceAtTheBottom(_ kind: String) async throws {
        let drawn = try await drawn(kind)
        let heights = ["Sales", "Thousands of dollars", "Source: ledger"].map { text in
            drawn.texts.first { $0.string == text }?.position.y ?? -1
        }
        #expect(heights == heights.sorted() && heights[0] > 0)
        #expect(heights[2] == drawn.texts.map(\.position.y).max())
    }

    @Test(arguments: ["Column", "Bar"])
    func levelsHaveTheirNames(_ kind: String) async throws {
        let texts = try await drawn(kind).texts.map(\.string)
        #expect(texts.contains("Plan: 20") && texts.contains("Limit: 30") && texts.contains("5"))
    }
}
