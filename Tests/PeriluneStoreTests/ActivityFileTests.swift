import Foundation
import PeriluneCore
import Testing

@testable import PeriluneStore

/// The events in progress on workers, as the next start reads them.
struct ActivityFileTests {
    private let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("\(UUID())-activity").path

    private func remove() { try? FileManager.default.removeItem(atPath: path) }

    @Test func theNextStartFindsTheEventsInProgress() throws {
        defer { remove() }
        let file = try ActivityFile(path: path, workers: 3)
        file.workers[0].begin(7)
        file.workers[1].begin(8)
        file.workers[1].end()
        file.workers[2].begin(9)
        file.setAlone(9)
        let interrupted = ActivityFile.interrupted(at: path)
        #expect(interrupted.map(\.number) == [7, 9])
        #expect(interrupted.map(\.wasAlone) == [false, true])
        #expect(interrupted.allSatisfy { $0.cause == nil && $0.script == nil })
    }

    @Test func anEventWithoutANumberIsNotReportedAtTheNextStart() throws {
        defer { remove() }
        let file = try ActivityFile(path: path, workers: 1)
        file.workers[0].begin(nil)
        #expect(file.workers[0].current?.begun == 1)
        #expect(file.workers[0].current?.event == nil)
        #expect(ActivityFile.interrupted(at: path) == [])
        file.workers[0].end()
        #expect(file.workers[0].current == nil)
    }

    @Test func aDamagedOrMissingFileReportsNoEvents() throws {
        defer { remove() }
        #expect(ActivityFile.interrupted(at: path) == [])
        for text in ["", "PeriAct1", String(repeating: "x", count: 500)] {
            try Data(text.utf8).write(to: URL(filePath: path))
            #expect(ActivityFile.interrupted(at: path) == [])
        }
    }

    @Test func aMissingFolderIsAnError() {
        #expect(throws: PeriluneError.self) {
            try ActivityFile(path: "/nowhere/events.db-activity", workers: 1)
        }
    }

    @Test func onlyItsOwnerMayReadIt() throws {
        defer { remove() }
        _ = try ActivityFile(path: path, workers: 1)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }
}
