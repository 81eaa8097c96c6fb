import Foundation
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// The charts of `Scripts/charts/kinds.xml`, from their rows to the picture.
struct KindGoldenTests {
    private static let names = [
        "StackedArea", "Shares", "Year", "Amounts", "Regions", "Profit", "Visits", "Bikes",
        "Products", "Prices",
    ]

    @Test(arguments: names)
    func picturesMatchTheGoldenFiles(_ name: String) async throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../../Scripts/charts/kinds.xml").standardized
        let session = try Session.open(DashboardFile(file.path)).session
        let (built, issues) = try await session.figure(name)
        #expect(issues.allSatisfy { $0.level == .note }, "\(issues)")
        try Golden.compare(Golden.svg(built.figure, Size(480, 300)), "kinds/\(name)")
    }
}
