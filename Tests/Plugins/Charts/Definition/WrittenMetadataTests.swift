import Foundation
import PeriluneCore
import Testing

@testable import ChartsPlugin

/// Metadata that is written from a dashboard is read as an equal dashboard.
struct WrittenMetadataTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let examples =
        [
            "Scripts/charts/sales.xml", "Scripts/charts/kinds.xml", "Scripts/charts/products.xml",
            "Examples/Operator/operator.xml", "Tests/Fixtures/0.1/dashboards/lab.xml",
            "Tests/Fixtures/0.1/dashboards/shop.xml",
        ].map { root.appending(path: $0).path } + Fragments.wellFormed.map(Fragments.path)

    @Test(arguments: examples)
    func aWrittenCopyReadsTheSame(_ path: String) throws {
        let read = ChartMetadata(file: path)
        // A number that is missing in a sequence is reported, and its gap closed.
        guard !read.hasErrors else { return }
        try expectSame(read.dashboard)
    }

    @Test(arguments: UInt64(1)...40)
    func generatedDashboardsAreReadAsTheyWere(_ seed: UInt64) throws {
        var generator = DashboardGenerator(seed)
        let dashboard = generator.dashboard()
        #expect(dashboard.issues.allSatisfy { $0.level != .error }, "\(dashboard.issues)")
        try expectSame(dashboard)
    }

    private func expectSame(_ dashboard: Dashboard) throws {
        let text = try dashboard.xml()
        let copy = ChartMetadata(xml: text)
        #expect(copy.dashboard == dashboard)
        #expect(try copy.dashboard.xml() == text)
        for format in MetadataFormat.allCases {
            let file = try TemporaryFile(
                try format.text(dashboard), ending: ".\(format.rawValue)")
            let copy = ChartMetadata(file: file.path)
            #expect(copy.dashboard == dashboard, "\(format)")
            #expect(copy.issues.map(\.message) == ChartMetadata(xml: text).issues.map(\.message))
        }
    }
}
