import Foundation
import PeriluneCore
import PeriluneStore
import Testing

@testable import Perilune

/// When a run commits.
struct RunCommitTests {
    @Test func aRunCommitsWhenManyChangesWait() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "perilune-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = try Perilune.LogRun(path: folder.appending(path: "store").path)
        defer { run.close() }
        let changes = (0..<30_000).map {
            StateChange(script: "s", key: "\($0)", value: [0x7B, 0x7D])
        }
        var result = BatchResult()
        result.handed = [
            StateHandover(state: PendingState(run.store), changes: changes, number: 1)
        ]
        let place = InputPosition(log: "log", offset: 1, line: 2)
        run.add([result], [:], through: place, of: 0)
        #expect(!run.isDue)
        run.add([result], [:], through: place, of: 0)
        #expect(run.isDue)
        try run.commit([])
        #expect(!run.isDue)
    }
}
