import Foundation
import PeriluneCore
import Testing

@testable import ChartsPlugin

/// A dashboard whose file changes while it is open.
@Suite(.timeLimit(.minutes(5))) struct WatchTests {
    private let folder: URL
    private let file: DashboardFile

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = DashboardFile(folder.appending(path: "board.xml").path)
        try write("Shop,Sales\na,1\nb,2\n", "board.csv")
        try write(Self.chart("One"))
    }

    private static func chart(_ name: String, value: String = "Sales") -> String {
        """
        <Dashboard>
          <Chart Name="\(name)" ChartType="Bar" Query="board"><Category Column="Shop"/>
            <Values><Value Expression="\(value)"/></Values></Chart>
        </Dashboard>
        """
    }

    private func write(_ text: String, _ name: String = "board.xml") throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    private func answer(_ visit: Visit, since version: Int? = nil) async -> Value {
        await FigureAnswer(visit, visit.session.dashboard, since: version).value
    }

    @Test func aChangeOfTheFileIsShown() async throws {
        let session = try Session.open(file).session
        let visit = Visit(id: "a", shared: session)
        let version = await answer(visit)["version"]?.integer.map { Int($0) }
        try write(Self.chart("Other"))
        await session.reload(file)
        let changed = await answer(visit, since: version)
        #expect(changed["items"] == [["name": "Other"]])
        #expect(changed.changed == ["Other"])
        #expect(changed["issues"] == [])
    }

    @Test(
        arguments: [
            ("<Dashboard>\n  <Chart Name=", nil, "board.xml:"),
            (chart("One", value: "Salse"), "One", "did you mean 'Sales'?"),
            (chart("One").replacing("Bar", with: "Bra"), "One", ":2:"), ("", nil, "board.xml"),
        ] as [(String, String?, String)])
    func errorsAreShownAndTheLastVersionStays(
        _ text: String, _ item: String?, _ message: String
    ) async throws {
        let session = try Session.open(file).session
        let visit = Visit(id: "a", shared: session)
        try write(text)
        await session.reload(file)
        let shown = await answer(visit)
        let issue = shown["issues"]?[0]
        #expect(issue?["item"]?.string == item)
        #expect(issue?["text"]?.string?.contains(message) == true, "\(shown["issues"]?.json ?? "")")
        #expect(shown["figures"]?[0]?["table"]?["rows"] == [["a", "1"], ["b", "2"]])
        try write(Self.chart("One"))
        await session.reload(file)
        #expect(await answer(visit)["issues"] == [])
    }

    @Test func changedRowsAreShown() async throws {
        let session = try Session.open(file).session
        let visit = Visit(id: "a", shared: session)
        _ = await answer(visit)
        try write("Shop,Sales\na,7\n", "board.csv")
        await session.reload(file)
        #expect(await answer(visit)["figures"]?[0]?["table"]?["rows"] == [["a", "7"]])
    }

    @Test func selectionsOfRemovedPartsAreDropped() async throws {
        let session = try Session.open(file).session
        let visit = Visit(id: "a", shared: session)
        _ = try await visit.perform([.select(.category("a"))], on: "One")
        try write(
            Self.chart("One").replacing("<Dashboard>", with: "<Dashboard><Filters/>"))
        await session.reload(file)
        #expect(await answer(visit)["state"]?["items"]?["One"]?["categories"] == ["a"])
        try write(Self.chart("Other"))
        await session.reload(file)
        #expect(await answer(visit)["state"]?["items"]?["One"] == nil)
    }

    @Test func withoutAWatchPagesShowNoFiles() async throws {
        let visit = Visit(id: "a", shared: try Session.open(file).session)
        #expect(await answer(visit)["issues"] == nil)
    }

    @Test func theFilesAreTheMetadataAndItsData() throws {
        let names = Session.files(of: file).map { $0.split(separator: "/").last.map(String.init) }
        #expect(names.contains("board.xml") && names.contains("board.csv"))
    }
}
