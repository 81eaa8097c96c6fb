import Foundation
import Testing

/// Records and output are renamed while a server writes them.
@Suite(.enabled(if: Shell.has("curl")), .timeLimit(.minutes(15))) struct RotationTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.write(
            "return { on = 'n.*', execute = function(e, c) c:emit(e.id) end }", "rule.lua")
    }

    private func serve(_ options: String = "--store s.db") throws -> ServeProcess {
        try ServeProcess(
            shell, "\(options) -s rule.lua --records records.jsonl --output out.txt")
    }

    /// The ids of the events of a file of records.
    private func events(_ name: String) throws -> [String] {
        try shell.run("cat \(name)").objects().compactMap { $0["event"] as? String }
    }

    @Test(arguments: ["--store s.db", "--not-durable"])
    func aSignalOpensNewFiles(_ options: String) throws {
        let server = try serve(options)
        try server.decides("1")
        try shell.run("mv records.jsonl records.1; mv out.txt out.1")
        try server.decides("2")
        try server.waits("no record") { try events("records.1") == ["1", "2"] }
        server.signal(SIGHUP)
        try server.says("reopened out.txt")
        try server.says("reopened records.jsonl")
        try server.says("no script has changed")
        try server.decides("3")
        server.signal(SIGHUP)
        try server.says("no script has changed", times: 2)
        #expect(try server.count(of: "reopened ") == 2)
        #expect(server.end() == 0)
        #expect(try events("records.1") == ["1", "2"])
        #expect(try events("records.jsonl") == ["3"])
        #expect(try shell.read("out.1") == "\"1\"\n\"2\"\n")
        #expect(try shell.read("out.txt") == "\"3\"\n")
    }

    @Test(arguments: [false, true])
    func afterAKillEachLineIsWrittenOnce(_ beforeTheFirstEvent: Bool) throws {
        let server = try serve()
        try server.decides("1")
        try server.waits("no record") { try events("records.jsonl") == ["1"] }
        try shell.run("mv records.jsonl records.1")
        server.signal(SIGHUP)
        try server.says("reopened records.jsonl")
        if !beforeTheFirstEvent {
            try server.decides("2")
            try server.waits("no record") { try events("records.jsonl") == ["2"] }
        }
        server.end(SIGKILL)
        // What a crash leaves behind is not known to the store.
        try shell.run("echo '{\"event\":\"half' >> records.jsonl")
        let next = try serve()
        try next.decides("3")
        #expect(next.end() == 0)
        #expect(try events("records.1") == ["1"])
        #expect(try events("records.jsonl") == (beforeTheFirstEvent ? ["3"] : ["2", "3"]))
    }

    @Test func aTruncatedFileIsWrittenFromItsBeginning() throws {
        let server = try serve()
        try server.decides("1")
        try server.waits("no record") { try events("records.jsonl") == ["1"] }
        try shell.run(": > records.jsonl")
        server.signal(SIGHUP)
        try server.says("reopened records.jsonl")
        try server.decides("2")
        #expect(server.end() == 0)
        #expect(try events("records.jsonl") == ["2"])
    }

    @Test func anOutputThatCannotBeReopenedKeepsThePreviousFile() throws {
        let server = try serve()
        try server.decides("1")
        try shell.run("mv out.txt out.1; mkdir out.txt")
        server.signal(SIGHUP)
        try server.says("cannot reopen an output: out.txt: cannot open the output")
        try server.decides("2")
        #expect(server.end() == 0)
        #expect(try shell.read("out.1") == "\"1\"\n\"2\"\n")
    }
}
