import Foundation
import PeriluneCore
import PeriluneFiles
import Synchronization
import Testing

@testable import FilesPlugin

/// Patterns and codecs that do not fit the files.
@Suite(.timeLimit(.minutes(5))) struct FileHintTests {
    private let logFolder: LogFolder

    init() throws { logFolder = try LogFolder() }

    private func logs(_ patterns: String..., as format: String = "lines") -> FollowedLogs {
        var logs = FollowedLogs(patterns.map { logFolder.path($0) })
        logs.format = format
        return logs
    }

    @Test func patternsWithoutFilesAreReportedWithTheReason() throws {
        try logFolder.append("1\n", to: "a.log")
        let source = try logFolder.sources([logs("*.log", "*.txt", "none/*.log", "b.log")])[0]
        #expect(
            source.warnings == [
                "no file matches \(logFolder.path("*.txt")) yet",
                "no file matches \(logFolder.path("none/*.log")) yet: \(logFolder.path("none"))/: the folder cannot be opened: No such file or directory",
                "no file matches \(logFolder.path("b.log")) yet",
            ])
    }

    @Test func theFormatIsNotGuessed() throws {
        func logs(as format: String) throws(PeriluneError) -> [FollowedLogs] {
            let source = SettingsSource(code: "files.configuration", folder: "", firstIndex: 1) {
                .init(file: $0)
            }
            return try Files(
                ["logs": [["files": "a.log", "as": .string(format)]]], of: source
            ).logs
        }
        #expect(try logs(as: "lines").map(\.format) == ["lines"])
        let error = #expect(throws: PeriluneError.self) { try logs(as: "auto") }
        #expect(error?.message == "logs[1].as must name a codec")
    }

    @Test func aFileOfTwoLogsIsAnError() throws {
        try logFolder.append("1\n", to: "a.log")
        let sources = try logFolder.sources([logs("b.log"), logs("*.log"), logs("a.*")])
        _ = try sources[1].open()
        let error = #expect(throws: PeriluneError.self) { try sources[2].open() }
        #expect(error?.code == "files.twice")
        #expect(error?.place.file == logFolder.path("a.log"))
        for pattern in ["*.log", "a.*"] {
            #expect(error?.message.contains(logFolder.path(pattern)) == true)
        }
    }

    @Test func aFileOfTwoLogsByALinkIsAnError() throws {
        try logFolder.append("1\n", to: "a.log")
        try logFolder.shell("ln -s a.log current")
        let sources = try logFolder.sources([logs("a.log"), logs("current")])
        #expect(throws: PeriluneError.self) { try sources[1].open() }
    }

    @Test func aNewFileOfTwoLogsIsReadByTheFirst() async throws {
        let sources = try logFolder.sources([logs("a.*"), logs("*.log")])
        for source in sources { _ = try source.open() }
        try logFolder.append("1\n", to: "a.log")
        try logFolder.append("2\n", to: "b.log")
        try await logFolder.run(sources[1]) {
            logFolder.lines == ["2"] && logFolder.codes == ["files.twice"]
        }
        #expect(logFolder.lines == ["2"])
    }

    @Test func aFileWithTwoNamesIsReadOnce() async throws {
        try logFolder.append("", to: "a.log")
        try logFolder.shell("ln -s a.log b.log")
        var isWritten = false
        try await logFolder.run {
            if !isWritten, logFolder.positions > 0 {
                isWritten = true
                try logFolder.append("1\n2\n", to: "a.log")
            }
            guard logFolder.lines.count >= 2 else { return false }
            try await Task.sleep(for: .milliseconds(1500))
            return true
        }
        #expect(logFolder.lines == ["1", "2"])
    }

    @Test func aFileOfAnotherFormatStaysUnreadWithAHint() async throws {
        let line = #"192.0.2.7 - - [02/Mar/2026:10:00:00 +0000] "GET / HTTP/1.1" 500 12 "-" "-""#
        try logFolder.append("\(line)\n\(line)\n", to: "a.log")
        let source = try logFolder.sources([logs("*.log", as: "json")])[0]
        var looks = 0
        try await logFolder.run(source) {
            looks += logFolder.codes.isEmpty ? 0 : 1
            // It is tried again meanwhile, and reported once.
            return looks > 350
        }
        let report = try #require(logFolder.reports.first)
        #expect(logFolder.codes == ["files.format"])
        #expect(report.hint?.hasSuffix(#"set as = "combined""#) == true)
        #expect(logFolder.unreadable.isEmpty)
        let corrected = try logFolder.sources([logs("*.log", as: "combined")])[0]
        try await logFolder.run(corrected) { logFolder.lines.count == 2 }
    }

    @Test func aFileThatCannotBeReadIsShownAsBehind() async throws {
        try logFolder.append(
            "192.0.2.7 - - [02/Mar/2026:10:00:00 +0000] \"GET / HTTP/1.1\" 500 12\n", to: "a.log")
        let source = try logFolder.sources([logs("*.log", as: "json")])[0]
        try await logFolder.run(source) { !logFolder.codes.isEmpty && source.inputs.count == 1 }
        #expect(source.inputs.allSatisfy { $0.behind > 0 && $0.read == 0 })
    }

    @Test func aProblemThatComesBackIsReportedAgain() async throws {
        let other = #"192.0.2.7 - - [02/Mar/2026:10:00:00 +0000] "GET / HTTP/1.1" 500 12 "-" "-""#
        try logFolder.append("\(other)\n", to: "a.log")
        let source = try logFolder.sources([logs("*.log", as: "json")])[0]
        var step = 0
        try await logFolder.run(source) {
            if step == 0, logFolder.codes.count == 1 {
                step = 1
                try logFolder.shell(#"echo '{"id":"1","type":"t"}' > a.log"#)
            }
            if step == 1, logFolder.lines.count == 1 {
                step = 2
                // After the position is stored.
                try await Task.sleep(for: .milliseconds(500))
                try logFolder.shell("echo '\(other)' > a.log")
            }
            return logFolder.codes.count == 2
        }
        #expect(logFolder.codes == ["files.format", "files.format"])
    }

    @Test func entriesOfNoKnownFormatAreQuarantined() async throws {
        try logFolder.append("no JSON\nnone\n", to: "a.log")
        let source = try logFolder.sources([logs("*.log", as: "json")])[0]
        try await logFolder.run(source) { logFolder.unreadable.count == 2 }
        #expect(logFolder.codes.isEmpty)
    }

    @Test func filesThatWaitAreShownAsBehind() async throws {
        for number in 0..<6 {
            try logFolder.append(String(repeating: "line\n", count: 30_000), to: "\(number).log")
        }
        var logs = logs("*.log")
        logs.openLimit = 2
        let source = try logFolder.sources([logs])[0]
        logFolder.isFull.store(true, ordering: .relaxed)
        try await logFolder.run(source) { source.inputs.count == 6 }
        #expect(source.inputs.allSatisfy { $0.behind > 0 && $0.read == 0 })
    }
}
