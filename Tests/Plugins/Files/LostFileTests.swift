import CodecsPlugin
import Foundation
import PeriluneCore
import PeriluneFiles
import Testing

@testable import FilesPlugin

/// Files that are removed or replaced, and what stays of them.
@Suite(.timeLimit(.minutes(5))) struct LostFileTests {
    private let logFolder: LogFolder

    init() throws { logFolder = try LogFolder() }

    private func source(_ pattern: String) throws -> any EventSource {
        var logs = FollowedLogs([logFolder.path(pattern)])
        logs.format = "lines"
        logs.searchTime = .seconds(1)
        return try logFolder.sources([logs])[0]
    }

    @Test func theRestOfARemovedFileIsReportedAsLostOnce() async throws {
        try logFolder.append("1\n", to: "a.log")
        try await logFolder.run(try source("*.log")) { logFolder.lines.count == 1 }
        try logFolder.append("2\n", to: "a.log")
        try FileManager.default.removeItem(atPath: logFolder.path("a.log"))
        try await logFolder.run(try source("*.log")) {
            guard !logFolder.codes.isEmpty else { return false }
            // After further scans.
            try await Task.sleep(for: .milliseconds(2500))
            return true
        }
        let path = logFolder.path("a.log")
        #expect(logFolder.codes == ["files.lost"])
        #expect(
            logFolder.reports.first?.message
                == "\(path) was removed or emptied; anything that was in it after byte 2 was not read"
        )
        #expect(
            logFolder.notes.filter { $0.hasPrefix("finished") } == ["finished \(path) at byte 2"])
        // The next start does not search for it again.
        try await logFolder.run(try source("*.log")) {
            try await Task.sleep(for: .milliseconds(3000))
            return true
        }
        #expect(logFolder.codes == ["files.lost"])
    }

    @Test func onlyTheLastThousandFilesThatAreGoneAreRemembered() async throws {
        try logFolder.shell(
            """
            for i in $(seq 1003); do echo $i | gzip > app$i.x.gz; done
            touch -d '1 minute ago' *.gz
            """)
        let source = try self.source("*.x.gz")
        var isRemoved = false
        try await logFolder.run(source) {
            if !isRemoved, logFolder.notes.count(where: { $0.hasPrefix("finished") }) == 1003 {
                isRemoved = true
                #expect(logFolder.positions == 1003)
                try logFolder.shell("rm *.gz")
            }
            return isRemoved && logFolder.positions == 1000
        }
        #expect(Set(logFolder.lines).count == 1003)
    }

    /// As it happens if a log is rotated between the search for files and their opening.
    @Test func aFileThatHasTakenTheNameOfAnotherIsNotOpenedInItsPlace() throws {
        try logFolder.append("1\n", to: "a.log")
        try logFolder.append("2\n", to: "b.log")
        var registry = Registry()
        try Codecs().register(in: &registry)
        let codec = try registry.codec(named: "lines", .object(.init()))
        let path = logFolder.path("a.log")
        let states = try ["a.log", "b.log"].map {
            try #require(FileState(path: logFolder.path($0)))
        }
        let isOpen = try states.map { state in
            let file = FollowedFile("1", FilePosition(path: path, state.identity))
            let isSame = try file.open(codec, entryLimit: 4096)
            #expect(file.isOpen == isSame)
            return isSame
        }
        #expect(isOpen == [true, false])
    }
}
