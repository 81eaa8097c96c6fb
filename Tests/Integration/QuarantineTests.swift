import Foundation
import Testing

/// Events that could not be processed, and the ways out of there.
@Suite(.enabled(if: Shell.has("curl")), .timeLimit(.minutes(5))) struct QuarantineTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.write(
            #"return { on = "test.*", execute = function(event) error("not yet") end }"#, "rule.lua"
        )
        for id in ["1", "2"] {
            try shell.write(
                #"{"specversion":"1.0","id":"\#(id)","source":"s","type":"test.made"}"#, id)
        }
        let server = try ServeProcess(shell, "-s rule.lua")
        for id in ["1", "2"] { #expect(try server.post(id).status == 202) }
        #expect(server.end() == 0)
        // Each one has its line, with time, path and reason.
        let lines = try server.notes().split(separator: "\n")
            .filter { $0.contains("not yet (event ") }
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.contains("Z /events rule.lua:1") })
        #expect(try server.notes().contains("emitted values are not written; add --output FILE"))
        // Behind it, how many events were left to process.
        #expect(try server.notes().contains("\nstopping"))
        #expect(try server.notes().hasSuffix("\nstopped\n"))
    }

    @Test func groupsAndLimitsTheList() throws {
        let groups = try shell.perilune("quarantine list --group")
        #expect(
            groups.output == """
                2 events  script.runtime  rule.lua:1  first: 1
                    not yet

                """)
        let one = try shell.perilune("quarantine list --limit 1")
        #expect(one.lines.count == 2)
        #expect(one.errors == "1 of 2 events shown\n")
        let object = try #require(
            shell.perilune("quarantine list --group --json").objects().first)
        #expect(object["events"] as? Int == 2)
        #expect(object["place"] as? String == "rule.lua:1")
    }

    @Test func aRetryWithoutValidScriptsLeavesTheQuarantineUnchanged() throws {
        let without = try shell.perilune("quarantine retry --all")
        #expect(without.status == 64)
        #expect(without.errors.contains("no scripts are named"), "\(without)")
        try shell.write(
            #"return { on = "test.*", execute = function(event, c) c:emit(1, "late") end }"#,
            "late.lua")
        let late = try shell.perilune("quarantine retry --all -s late.lua")
        #expect(
            late.errors.hasPrefix("late.lua:1:64: there is no output 'late'\n"), "\(late.errors)")
        #expect(late.errors.contains("; --to NAME=FILE declares an output"))
        #expect(try shell.perilune("quarantine list --json").objects().count == 2)
    }

    private func mend() throws {
        try shell.write(
            #"return { on = "test.*", execute = function(event, c) c:emit(event.id) end }"#,
            "rule.lua")
    }

    @Test func listsAndShowsEvents() throws {
        let list = try shell.perilune("quarantine list")
        #expect(list.lines.count == 4)
        #expect(list.lines.first?.contains("/events  test.made  1") == true)
        #expect(list.output.contains("script.runtime: not yet"))
        let objects = try shell.perilune("quarantine list --json").objects()
        #expect(objects.map { $0["event"] as? String } == ["1", "2"])
        #expect((objects[0]["error"] as? [String: Any])?["code"] as? String == "script.runtime")
        let one = try shell.perilune("quarantine show 2")
        #expect(one.output.contains(#""id":"2""#))
        #expect(one.errors.contains("rule.lua:1"))
        #expect(try shell.perilune("quarantine show 9").status == 66)
        #expect(try shell.perilune("quarantine list --store none.db").status == 66)
    }

    @Test func eventsThatFailAgainStayInTheQuarantine() throws {
        let again = try shell.perilune("quarantine retry --all -s rule.lua")
        #expect(again.status == 2)
        #expect(again.errors.contains("retried 2 events: 0 succeeded, 2 failed"))
        try mend()
        let one = try shell.perilune("quarantine retry --code script.runtime -s rule.lua")
        #expect(one.output == "\"1\"\n\"2\"\n")
        #expect(one.errors.hasSuffix("retried 2 events: 2 succeeded, 0 failed\n"))
        #expect(one.status == 0)
        #expect(try shell.perilune("quarantine list").errors.contains("the quarantine is empty"))
    }

    @Test func aRepeatedDeliveryOfAQuarantinedEventIsDecidedAgain() throws {
        try mend()
        let server = try ServeProcess(shell, "-s rule.lua -o out")
        #expect(try server.notes().contains("2 quarantined events"))
        #expect(try server.post("1").body == "{\"accepted\":1}\n")
        let busy = try shell.perilune("quarantine retry --all -s rule.lua")
        #expect(busy.errors.contains("is using this store"))
        #expect(server.end() == 0)
        #expect(try shell.read("out") == "\"1\"\n")
        let left = try FileManager.default.contentsOfDirectory(atPath: shell.folder.path)
        #expect(!left.contains("perilune.db-wal"))
        #expect(try shell.perilune("quarantine drop 2").errors == "deleted 1 event\n")
        #expect(try shell.perilune("quarantine list --json").output.isEmpty)
    }

    @Test func aRunningServerRetriesEvents() throws {
        let server = try ServeProcess(shell, "-s rule.lua -o out")
        let failed = try shell.perilune("quarantine retry --all")
        #expect(failed.errors == "the server is processing 2 events again\n", "\(failed)")
        try server.waits("the events did not fail again") {
            try shell.perilune("quarantine list --json").lines.count == 2
        }
        try mend()
        let reload = "curl -s --unix-socket perilune.db-control -X POST http://localhost/reload"
        #expect(try shell.run(reload).output.contains("rule.lua"))
        #expect(try shell.perilune("quarantine retry --code script.runtime").status == 0)
        try server.waits("the events were not decided") {
            try shell.perilune("quarantine list --json").output.isEmpty
                && shell.run("cat out").output == "\"1\"\n\"2\"\n"
        }
        let unknown = try shell.perilune("quarantine retry 99")
        #expect(unknown.errors.contains("there is no quarantined event 99"), "\(unknown)")
        #expect(server.end() == 0)
    }

    @Test func requiresASelectionOfEvents() throws {
        for (arguments, text) in [
            ("retry -s rule.lua", "no events selected"), ("drop 1 --all", "cannot be combined"),
            ("drop x", "is a number, not 'x'"), ("show", "missing argument"),
        ] {
            let result = try shell.perilune("quarantine \(arguments)")
            #expect(result.errors.contains(text), "\(result.errors)")
            #expect(result.status == 64)
        }
    }

    @Test func anInvalidScriptLeavesTheEventsInTheQuarantine() throws {
        try shell.write("return {", "rule.lua")
        #expect(try shell.perilune("quarantine retry --all -s rule.lua").status == 78)
        #expect(try shell.perilune("quarantine list --json").lines.count == 2)
    }
}
