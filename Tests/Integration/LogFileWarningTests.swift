import Foundation
import Testing

/// What `serve` says at the start about patterns of log files that do not fit.
@Suite(.timeLimit(.minutes(15))) struct LogFileWarningTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.write("return { on = '*', execute = function() end }", "rule.lua")
        try shell.run("mkdir log; echo one > log/a.log")
    }

    private func configure(_ logs: String) throws {
        try shell.write(
            "return { scripts = 'rule.lua', plugins = { files = { logs = { \(logs) } } } }",
            "perilune.lua")
    }

    @Test func patternsThatMatchNothingAreWarnings() throws {
        try configure("{ files = { 'log/*.log', 'log/*.txt', 'lgo/*.log' }, as = 'lines' }")
        let server = try ServeProcess(shell, "")
        let warnings = try server.notes().split(separator: "\n").filter {
            $0.hasPrefix("warning: no file")
        }
        #expect(warnings.count == 2)
        #expect(warnings.first?.hasSuffix("log/*.txt yet") == true)
        #expect(warnings.last?.contains("lgo/*.log yet: ") == true)
        #expect(warnings.last?.hasSuffix("No such file or directory") == true)
        #expect(server.end() == 0)
    }

    @Test func aFileOfTwoLogsIsAnError() throws {
        try configure("{ files = 'log/*.log', as = 'lines' }, { files = 'log/a.*', as = 'lines' }")
        let result = try shell.run("timeout 60 bin/perilune serve --listen 127.0.0.1:0")
        #expect(result.status == 78)
        #expect(result.errors.contains("log/a.log: both "))
        #expect(result.errors.contains("hint: change the patterns so that only one of them"))
    }
}
