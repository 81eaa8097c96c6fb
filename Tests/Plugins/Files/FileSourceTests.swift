import Foundation
import PeriluneCore
import Synchronization
import Testing

@testable import FilesPlugin

/// Files that grow and are rotated, at a host that stores positions.
@Suite(.timeLimit(.minutes(3))) struct FileSourceTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test func linesAreReadAsFilesGrowAndAfterRestarts() async throws {
        try bench.append("1\n2\n", to: "a.log")
        try await bench.run(until: 2)
        try bench.append("3\n", to: "a.log")
        var step = 0
        try await bench.run {
            if bench.lines.count == 3, step == 0 {
                step = 1
                try bench.append("4\n", to: "a.log")
            }
            return bench.lines.count >= 4
        }
        #expect(bench.lines == ["1", "2", "3", "4"])
    }

    @Test func aLastLineWaitsForItsEnd() async throws {
        try bench.append("1\nhal", to: "a.log")
        try await bench.run(until: 1)
        #expect(bench.lines == ["1"])
        try bench.append("f\n", to: "a.log")
        try await bench.run(until: 2)
        #expect(bench.lines == ["1", "half"])
    }

    @Test func newFilesOfThePatternAndEmptyFilesAreRead() async throws {
        try bench.append("", to: "empty.log")
        try bench.append("1\n", to: "a.log")
        var step = 0
        try await bench.run {
            if bench.lines.count > step {
                step += 1
                if step == 1 { try bench.append("2\n", to: "b.log") }
                if step == 2 { try bench.append("3\n", to: "empty.log") }
            }
            return bench.lines.count >= 3
        }
        #expect(bench.lines == ["1", "2", "3"])
    }

    @Test(arguments: ["*.log", "*.log*"])
    func aRenamedFileIsReadFurtherAndNotAgain(_ pattern: String) async throws {
        try bench.append("1\n", to: "a.log")
        var step = 0
        try await bench.run(pattern) {
            guard bench.lines.count > step else { return false }
            step += 1
            switch step {
            case 1:
                try bench.move("a.log", to: "a.log.1")
                try bench.append("new 1\n", to: "a.log")
            case 2: try bench.append("2\n", to: "a.log.1")
            case 3: try bench.append("new 2\n", to: "a.log")
            default: return true
            }
            return false
        }
        #expect(bench.lines == ["1", "new 1", "2", "new 2"])
        // The offsets are the same.
        #expect(Set(bench.ids).count == 4)
        try await bench.run(pattern, until: 4)
        #expect(bench.lines.count == 4)
    }

    @Test func theRestOfAFileThatWasRenamedMeanwhileIsRead() async throws {
        try bench.append("1\n", to: "a.log")
        try await bench.run(until: 1)
        try bench.append("2\n", to: "a.log")
        try bench.move("a.log", to: "a.log.1")
        try bench.append("3\n", to: "a.log")
        try await bench.run(until: 3)
        #expect(bench.lines.sorted() == ["1", "2", "3"])
    }

    @Test(arguments: ["*.log", "*.log*"])
    func theRestOfAFileThatWasCompressedMeanwhileIsRead(_ pattern: String) async throws {
        try bench.append("1\n", to: "a.log")
        try await bench.run(pattern, until: 1)
        try bench.append("2\n", to: "a.log")
        try bench.shell("mv a.log a.log.1 && gzip a.log.1")
        try bench.append("3\n", to: "a.log")
        try await bench.run(pattern, until: 3)
        #expect(bench.lines.sorted() == ["1", "2", "3"])
        try await bench.run(pattern, until: 3)
        #expect(bench.lines.count == 3)
    }

    @Test(arguments: ["*.log", "*.log*"])
    func aFileThatIsCopiedAndEmptiedIsReadOnce(_ pattern: String) async throws {
        try bench.append("1\n", to: "a.log")
        var step = 0
        try await bench.run(pattern) {
            guard step == 0, bench.lines == ["1"] else { return bench.lines.count >= 2 }
            step = 1
            try bench.shell("cp a.log a.log.1 && : > a.log")
            try bench.append("longer than before\n", to: "a.log")
            return false
        }
        try await bench.run(pattern, until: 2)
        #expect(bench.lines == ["1", "longer than before"])
    }

    @Test func theRestOfAFileThatWasEmptiedMeanwhileIsReadFromItsCopy() async throws {
        try bench.append("1\n", to: "a.log")
        try await bench.run(until: 1)
        try bench.append("2\n", to: "a.log")
        try bench.shell("cp a.log a.log-20260302 && : > a.log")
        try bench.append("3\n", to: "a.log")
        try await bench.run(until: 3)
        #expect(bench.lines.sorted() == ["1", "2", "3"])
    }

    @Test func aRemovedFileIsReadToItsEndWithALastLineThatHasNone() async throws {
        try bench.append("1\n2", to: "a.log")
        try await bench.run(rotationTime: .seconds(1)) {
            if bench.lines == ["1"] {
                try? FileManager.default.removeItem(atPath: bench.path("a.log"))
            }
            return bench.lines.count >= 2
        }
        #expect(bench.lines == ["1", "2"])
        try await bench.run(until: 2)
        #expect(bench.codes.isEmpty)
    }

    @Test func manyFilesAreReadWithFewOpen() async throws {
        for number in 0..<20 { try bench.append("\(number)\n", to: "\(number).log") }
        var step = 0
        try await bench.run(openLimit: 2) {
            if bench.lines.count == 20, step == 0 {
                step = 1
                for number in 0..<20 { try bench.append("more \(number)\n", to: "\(number).log") }
            }
            return bench.lines.count >= 40
        }
        #expect(Set(bench.lines).count == 40)
    }

    @Test func nothingIsReadFurtherWhileTheHostIsFull() async throws {
        bench.isFull.store(true, ordering: .relaxed)
        try bench.append("1\n", to: "a.log")
        var looks = 0
        try await bench.run {
            looks += 1
            if looks == 50 {
                #expect(bench.lines.isEmpty && bench.positions == 0)
                bench.isFull.store(false, ordering: .relaxed)
            }
            return bench.lines.count == 1
        }
        #expect(bench.lines == ["1"])
    }

    @Test func unreadableEntriesHaveFileAndLine() async throws {
        try bench.append(
            #"{"id":"1","type":"t"}"# + "\nno JSON\n" + #"{"id":"2"}"# + "\n", to: "a.log")
        try bench.append(String(repeating: "x", count: 10_000) + "\n", to: "a.log")
        try await bench.run(as: "json") { bench.unreadable.count >= 2 }
        let places = bench.unreadable.map(\.error.place)
        #expect(places.map(\.line) == [2, 4])
        #expect(places.map(\.file) == [bench.path("a.log"), bench.path("a.log")])
        #expect(bench.unreadable.map(\.error.code.rawValue).last == "event.size")
        #expect(bench.lines.count == 2)
    }

    @Test func aFolderIsReportedAndAFileWithoutPermissionIsReadLater() async throws {
        try FileManager.default.createDirectory(
            atPath: bench.path("folder.log"), withIntermediateDirectories: false)
        try await bench.run("folder.log") { bench.codes == ["files.kind"] }
        guard getuid() != 0 else { return }
        try bench.append("1\n", to: "a.log")
        try bench.shell("chmod 0 a.log")
        try await bench.run {
            if bench.codes.last == "log.permission" { try bench.shell("chmod 600 a.log") }
            return bench.lines == ["1"]
        }
        #expect(bench.codes == ["files.kind", "log.permission"])
    }

    @Test(arguments: [
        ("access.log.1", true), ("access.log.2.gz", true), ("access.log-20260302.gz", true),
        ("access-1.log", true), ("access.log.old", true), ("access.log.gz", true),
        ("access.log-2026-03-02T10:00:00Z", true), ("access-debug.log", false),
        ("access.log.bak1", false), ("other.log.1", false),
        ("access.log", false), ("accessible.log", false),
    ])
    func namesOfRotatedFilesAreRecognized(_ name: String, _ isRotated: Bool) {
        #expect(RotatedName.isOfOneLog("/var/log/\(name)", "/var/log/access.log") == isRotated)
        #expect(!RotatedName.isOfOneLog("/var/\(name)", "/var/log/access.log"))
    }
}
