import Foundation
import PeriluneCore
import Testing

@testable import ChartsPlugin

/// The guide's examples over the sample data.
struct FragmentPictureTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scripts/charts")

    static let sample = folder.appending(path: "sales.sqlite").path

    /// Examples that show a part of a file, and what stands in another part of it.
    private static let partial = [
        "08-Chart-ProductSales.xml": ["no variable $salesdrive"],
        "09-Chart-Orders.xml": ["no variable $salesdrive"],
        "10-Chart-PayRaise.xml": ["no variable $dept"],
        "51-Diagram-EVAValueDriver.xml": [
            "no node NetAssetTurnover", "no node OperatingProfit2",
        ],
    ]

    @Test(arguments: Fragments.wellFormed)
    func isDrawnFromTheSampleData(_ name: String) async throws {
        let metadata = ChartMetadata(xml: try Fragments.bytes(name), file: name)
        let session = Session(
            name: "guide", dashboard: metadata.dashboard,
            queries: try SQLiteSource.beside(Self.sample), formats: try FigureFormats())
        let (built, issues) = await session.figures()
        #expect(built.count == metadata.dashboard.items.count)
        let errors = issues.filter { $0.level == .error }.map(\.message)
        let known = Self.partial[name] ?? []
        #expect(errors.count == known.count, "\(errors)")
        for text in known { #expect(errors.contains { $0.contains(text) }, "\(errors)") }
        for view in session.views {
            let picture = try await session.draw(PictureRequest(view, format: .svg))?.picture
            #expect(picture?.bytes.isEmpty == false, "\(view)")
        }
    }

    /// Written by SQLite and Python of one version each, files differ by bytes; what is in them does not.
    @Test func theSampleIsWhatItsGeneratorMakes() throws {
        let made = FileManager.default.temporaryDirectory
            .appending(path: "sample-\(UUID().uuidString).sqlite")
        defer { try? FileManager.default.removeItem(at: made) }
        _ = try python([Self.folder.appending(path: "make_sample.py").path, made.path])
        let dump = """
            import sqlite3, sys
            for line in sqlite3.connect('file:' + sys.argv[1] + '?mode=ro', uri=True).iterdump(): print(line)
            """
        let committed = try python(["-c", dump, Self.sample])
        #expect(committed.count > 100_000)
        #expect(try python(["-c", dump, made.path]) == committed)
    }

    private func python(_ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return output
    }
}
