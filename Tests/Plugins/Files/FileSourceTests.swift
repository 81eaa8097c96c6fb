import Foundation
import PeriluneCore
import Synchronization
import Testing

@testable import FilesPlugin

/// Files that grow and are rotated, at a host that stores positions.
@Suite(.timeLimit(.minutes(5))) struct FileSourceTests {
    private let logFolder: LogFolder

    init() throws { logFolder = try LogFolder() }

    @Test func linesAreReadAsFilesGrowAndAfterRestarts() async throws {
        try logFolder.append("1\n2\n", to: "a.log")
        try await logFolder.run(until: 2)
        try logFolder.append("3\n", to: "a.log")
        var step = 0
        try await logFolder.run {
            if logFolder.lines.count == 3, step == 0 {
                step = 1
                try logFolder.append("4\n", to: "a.log")
            }
            return logFolder.lines.count >= 4
        }
        #expect(logFolder.lines == ["1", "2", "3", "4"])
    }

    @Test func aLastLineWaitsForItsEnd() async throws {
        try logFolder.append("1\nhal", to: "a.log")
        try await logFolder.run(until: 1)
        #expect(logFolder.lines == ["1"])
        try logFolder.append("f\n", to: "a.log")
        try await logFolder.run(until: 2)
        #expect(logFolder.lines == ["1", "half"])
    }

    @Test func newFilesOfThePatternAndEmptyFilesAreRead() async throws {
        try logFolder.append("", to: "empty.log")
        try logFolder.append("1\n", to: "a.log")
        var step = 0
        try await logFolder.run {
            if logFolder.lines.count > step {
                step += 1
                if step == 1 { try logFolder.append("2\n", to: "b.log") }
                if step == 2 { try logFolder.append("3\n", to: "empty.log") }
            }
            return logFolder.lines.count >= 3
        }
        #expect(logFolder.lines == ["1", "2", "3"])
    }

    @Test(arguments: ["*.log", "*.log*"])
    func aRenamedFileIsContinuedAndNotReadAgain(_ pattern: String) async throws {
        try logFolder.append("1\n", to: "a.log")
        var step = 0
        try await logFolder.run(pattern) {
            guard logFolder.lines.count > step else { return false }
            step += 1
            switch step {
            case 1:
                try logFolder.move("a.log", to: "a.log.1")
                try logFolder.append("new 1\n", to: "a.log")
            case 2: try logFolder.append("2\n", to: "a.log.1")
            case 3: try logFolder.append("new 2\n", to: "a.log")
            default: return true
            }
            return false
        }
        #expect(logFolder.lines == ["1", "new 1", "2", "new 2"])
        // The offsets are the same.
        #expect(Set(logFolder.ids).count == 4)
        try await logFolder.run(pattern, until: 4)
        #expect(logFolder.lines.count == 4)
    }

    @Test func theRestOfAFileThatWasRenamedMeanwhileIsRead() async throws {
        try logFolder.append("1\n", to: "a.log")
        try await logFolder.run(until: 1)
        try logFolder.append("2\n", to: "a.log")
        try logFolder.move("a.log", to: "a.log.1")
        try logFolder.append("3\n", to: "a.log")
        try await logFolder.run(until: 3)
        #expect(logFolder.lines.sorted() == ["1", "2", "3"])
    }

    @Test(arguments: ["*.log", "*.log*"])
    func theRestOfAFileThatWasCompressedMeanwhileIsRead(_ pattern: String) async throws {
        try logFolder.append("1\n", to: "a.log")
        try await logFolder.run(pattern, until: 1)
        try logFolder.append("2\n", to: "a.log")
        try logFolder.shell("mv a.log a.log.1 && gzip a.log.1")
        try logFolder.append("3\n", to: "a.log")
        try await logFolder.run(pattern, until: 3)
        #expect(logFolder.lines.sorted() == ["1", "2", "3"])
        try await logFolder.run(pattern, until: 3)
        #expect(logFolder.lines.count == 3)
    }

    /// As a program does that does not show incomplete files under their final name.
    @Test(arguments: [true, false])
    func aFileThatIsCompressedUnderATemporaryNameIsReadOnce(_ isFoundEmpty: Bool) async throws {
        try logFolder.append("1\n", to: "a.log")
        let pack = "gzip -c a.log.1 > a.log.2.part && rm a.log.1"
        var steps = [
            (1, "mv a.log a.log.1"), (1, pack), (1, "mv a.log.2.part a.log.2.gz"),
            (1, "touch -d '1 minute ago' a.log.2.gz; echo 2 > a.log"),
        ]
        if isFoundEmpty {
            steps[0].1 += " && : > a.log.2.part"
            steps[1].0 = 2
        }
        try await logFolder.run("*.log*") {
            guard let (positions, command) = steps.first else { return logFolder.lines.count >= 2 }
            guard logFolder.lines.count >= 1, logFolder.positions >= positions else { return false }
            steps.removeFirst()
            try logFolder.shell("sleep 0.3; \(command)")
            return false
        }
        try await logFolder.run("*.log*", until: 2)
        #expect(logFolder.lines == ["1", "2"])
    }

    /// As logrotate's `copytruncate` leaves it: what is written after the copy and before the log is emptied is in the log alone.
    @Test(arguments: [3, 1000])
    func aCopyIsNotReadIfTheLogGrewBeforeItWasEmptied(_ count: Int) async throws {
        let first = (1...count).map { "line \($0)" }
        try logFolder.append(first.joined(separator: "\n") + "\n", to: "a.log")
        var step = 0
        try await logFolder.run("*.log*") {
            guard logFolder.lines.count >= count + step else { return false }
            step += 1
            switch step {
            case 1:
                try logFolder.shell("cp a.log copy")
                try logFolder.append("more\n", to: "a.log")
            case 2:
                try logFolder.shell("mv copy a.log.1")
                try await Task.sleep(for: .milliseconds(1500))
                try logFolder.shell(": > a.log")
                try logFolder.append("after\n", to: "a.log")
            default:
                try await Task.sleep(for: .milliseconds(1500))
                return true
            }
            return false
        }
        #expect(logFolder.lines == first + ["more", "after"])
        // Of the log before it was emptied, of the log after that, and of the copy.
        #expect(logFolder.positions == 3)
        try await logFolder.run("*.log*", until: count + 2)
        #expect(logFolder.lines.count == count + 2)
    }

    @Test(arguments: ["*.log", "*.log*"])
    func aFileThatIsCopiedAndEmptiedIsReadOnce(_ pattern: String) async throws {
        try logFolder.append("1\n", to: "a.log")
        var step = 0
        try await logFolder.run(pattern) {
            guard step == 0, logFolder.lines == ["1"] else { return logFolder.lines.count >= 2 }
            step = 1
            try logFolder.shell("cp a.log a.log.1 && : > a.log")
            try logFolder.append("longer than before\n", to: "a.log")
            return false
        }
        try await logFolder.run(pattern, until: 2)
        #expect(logFolder.lines == ["1", "longer than before"])
    }

    @Test func aCopyOfAFileThatIsStillReadIsNotRead() async throws {
        try logFolder.append("1\n", to: "a.log")
        var isCopied = false
        try await logFolder.run("*.log*") {
            guard logFolder.lines == ["1"], !isCopied else { return isCopied }
            isCopied = true
            try logFolder.shell("cp a.log a.log.1")
            // Both are found meanwhile, more than once.
            try await Task.sleep(for: .milliseconds(3000))
            return true
        }
        #expect(logFolder.lines == ["1"])
    }

    @Test func theRestOfAFileThatWasEmptiedMeanwhileIsReadFromItsCopy() async throws {
        try logFolder.append("1\n", to: "a.log")
        try await logFolder.run(until: 1)
        try logFolder.append("2\n", to: "a.log")
        try logFolder.shell("cp a.log a.log-20260302 && : > a.log")
        try logFolder.append("3\n", to: "a.log")
        try await logFolder.run(until: 3)
        #expect(logFolder.lines.sorted() == ["1", "2", "3"])
    }

    @Test func aRemovedFileIsReadToItsEndWithALastLineThatHasNone() async throws {
        try logFolder.append("1\n2", to: "a.log")
        try await logFolder.run(rotationTime: .seconds(1)) {
            if logFolder.lines == ["1"] {
                try? FileManager.default.removeItem(atPath: logFolder.path("a.log"))
            }
            return logFolder.lines.count >= 2
        }
        #expect(logFolder.lines == ["1", "2"])
        try await logFolder.run(until: 2)
        #expect(logFolder.codes.isEmpty)
    }

    @Test func theEndOfAFinishedFileIsReported() async throws {
        try logFolder.append("1\n", to: "a.log")
        try logFolder.append("2\n3\n", to: "b.log")
        try logFolder.shell("gzip b.log && touch -d '1 minute ago' b.log.gz")
        var isRemoved = false
        let ends = [
            "finished \(logFolder.path("a.log")) at byte 2",
            "finished \(logFolder.path("b.log.gz")) at byte 4",
        ]
        try await logFolder.run("*.log*", rotationTime: .seconds(1)) {
            if logFolder.lines.count == 3, !isRemoved {
                isRemoved = true
                try FileManager.default.removeItem(atPath: logFolder.path("a.log"))
            }
            return ends.allSatisfy(logFolder.notes.contains)
        }
        #expect(logFolder.notes.count { $0.hasPrefix("finished") } == 2)
    }

    @Test func manyFilesAreReadWithFewOpen() async throws {
        for number in 0..<20 { try logFolder.append("\(number)\n", to: "\(number).log") }
        var step = 0
        try await logFolder.run(openLimit: 2) {
            if logFolder.lines.count == 20, step == 0 {
                step = 1
                for number in 0..<20 {
                    try logFolder.append("more \(number)\n", to: "\(number).log")
                }
            }
            return logFolder.lines.count >= 40
        }
        #expect(Set(logFolder.lines).count == 40)
    }

    @Test func aFileThatWasRenamedBeforeItWasReadIsReadAfterARestart() async throws {
        let line = String(repeating: "a", count: 4000) + "\n"
        try logFolder.append(String(repeating: line, count: 500), to: "a.log")
        try logFolder.append("b\n", to: "b.log")
        try await logFolder.run(openLimit: 1) {
            guard !logFolder.lines.isEmpty else { return false }
            logFolder.isFull.store(true, ordering: .relaxed)
            return true
        }
        try logFolder.move("b.log", to: "b.log.1")
        logFolder.isFull.store(false, ordering: .relaxed)
        try await logFolder.run(openLimit: 1, until: 501)
        #expect(logFolder.lines.last == "b")
        #expect(logFolder.lines.count == 501)
    }

    @Test func aRenamedFileIsContinuedAfterEachRestart() async throws {
        try logFolder.append("1\n", to: "a.log")
        try await logFolder.run(until: 1)
        try logFolder.move("a.log", to: "a.log.1")
        for count in 2...4 {
            try logFolder.append("\(count)\n", to: "a.log.1")
            try await logFolder.run(until: count)
        }
        #expect(logFolder.lines == ["1", "2", "3", "4"])
    }

    @Test func aLastLineWithoutItsEndDoesNotKeepOtherFilesFromBeingRead() async throws {
        try logFolder.append("1\nhal", to: "a.log")
        try logFolder.append("2\nhal", to: "b.log")
        try logFolder.append("3\n", to: "c.log")
        try await logFolder.run(openLimit: 1) { logFolder.lines.count == 3 }
        try logFolder.append("f\n", to: "a.log")
        try await logFolder.run(openLimit: 1, until: 4)
        #expect(logFolder.lines.sorted() == ["1", "2", "3", "half"])
    }

    @Test func renamedFilesDoNotKeepOthersFromBeingRead() async throws {
        for name in ["a", "b", "c"] { try logFolder.append("\(name)\n", to: "\(name).log") }
        var isMoved = false
        try await logFolder.run(openLimit: 1) {
            if logFolder.lines.count == 3, !isMoved {
                isMoved = true
                for name in ["a", "b", "c"] {
                    try logFolder.append("\(name) 2\n", to: "\(name).log")
                    try logFolder.move("\(name).log", to: "\(name).log.1")
                }
            }
            return logFolder.lines.count == 6
        }
        #expect(Set(logFolder.lines) == ["a", "b", "c", "a 2", "b 2", "c 2"])
    }

    @Test func readingPausesWhileTheHostIsFull() async throws {
        logFolder.isFull.store(true, ordering: .relaxed)
        try logFolder.append("1\n", to: "a.log")
        var looks = 0
        try await logFolder.run {
            looks += 1
            if looks == 50 {
                #expect(logFolder.lines.isEmpty && logFolder.positions == 0)
                logFolder.isFull.store(false, ordering: .relaxed)
            }
            return logFolder.lines.count == 1
        }
        #expect(logFolder.lines == ["1"])
    }

    @Test func unreadableEntriesHaveFileAndLine() async throws {
        try logFolder.append(
            #"{"id":"1","type":"t"}"# + "\nno JSON\n" + #"{"id":"2"}"# + "\n", to: "a.log")
        try logFolder.append(String(repeating: "x", count: 10_000) + "\n", to: "a.log")
        try await logFolder.run(as: "json") { logFolder.unreadable.count >= 2 }
        let places = logFolder.unreadable.map(\.error.place)
        #expect(places.map(\.line) == [2, 4])
        #expect(places.map(\.file) == [logFolder.path("a.log"), logFolder.path("a.log")])
        #expect(logFolder.unreadable.map(\.error.code.rawValue).last == "event.size")
        #expect(logFolder.lines.count == 2)
    }

    @Test func anEntryThatIsTooLongIsQuarantinedOnceAcrossRestarts() async throws {
        try logFolder.append(String(repeating: "x", count: 1 << 20) + "\n", to: "a.log")
        try await logFolder.run { logFolder.unreadable.count == 1 }
        try logFolder.append("2\n", to: "a.log")
        try await logFolder.run { logFolder.lines.count == 1 }
        #expect(logFolder.lines == ["2"])
        #expect(logFolder.unreadable.map(\.error.place.line) == [1])
    }

    @Test func aFolderIsReportedAndAFileWithoutPermissionIsReadLater() async throws {
        try FileManager.default.createDirectory(
            atPath: logFolder.path("folder.log"), withIntermediateDirectories: false)
        try await logFolder.run("folder.log") { logFolder.codes == ["files.kind"] }
        guard getuid() != 0 else { return }
        try logFolder.append("1\n", to: "a.log")
        try logFolder.shell("chmod 0 a.log")
        try await logFolder.run {
            if logFolder.codes.last == "log.permission" { try logFolder.shell("chmod 600 a.log") }
            return logFolder.lines == ["1"]
        }
        #expect(logFolder.codes == ["files.kind", "log.permission"])
    }

    @Test(arguments: [
        ("access.log.1", true), ("access.log.2.gz", true), ("access.log-20260302.gz", true),
        ("access-1.log", true), ("access.log.old", true), ("access.log.gz", true),
        ("access.log-2026-03-02T10:00:00Z", true), ("access-debug.log", false),
        ("access.log.bak1", false), ("other.log.1", false),
        ("access.log", false), ("accessible.log", false),
    ])
    func namesOfRotatedFilesAreRecognized(_ name: String, _ isRotated: Bool) {
        #expect(RotatedName.belongToOneLog("/var/log/\(name)", "/var/log/access.log") == isRotated)
        #expect(!RotatedName.belongToOneLog("/var/\(name)", "/var/log/access.log"))
    }
}
