import Foundation
import Testing

/// `perilune state`: what a store keeps for scripts.
@Suite(.timeLimit(.minutes(5))) struct StateCommandTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.write(
            """
            local state = require "state"
            return { on = "test.*", key = "source", execute = function(event, commander)
              state.seen = state.seen or {}
              for i = 1, event.data do state.seen["k" .. i] = { n = i } end
              state.token = "c2VjcmV0LXRva2Vu"
              state.list = { 1, 2 }
            end }
            """, "rule.lua")
        let events = [("a", 100), ("b", 2)].map { source, count in
            #"{"specversion":"1.0","id":"1","source":"\#(source)","type":"test.made","data":\#(count)}"#
        }
        try shell.write(events.joined(separator: "\n") + "\n", "log.jsonl")
        #expect(try shell.perilune("process log.jsonl -s rule.lua --state s.db").status == 0)
    }

    @Test func listsScriptsAndTheirKeys() throws {
        let scripts = try shell.perilune("state list s.db")
        #expect(scripts.output.hasPrefix("rule.lua: 2 keys, 102 values, "), "\(scripts)")
        let keys = try shell.perilune("state list s.db --script rule.lua --json").output
        #expect(keys.contains(#"{"script":"rule.lua","key":"a","values":101,"bytes":"#), "\(keys)")
        #expect(keys.contains(#"{"script":"rule.lua","key":"b","values":1,"bytes":"#), "\(keys)")
    }

    @Test func theStoreIsAnOperandOrAnOption() throws {
        let list = try shell.perilune("state list s.db").output
        #expect(try shell.perilune("state list --store s.db").output == list)
        let shown = try shell.perilune("state show --store s.db b --script rule.lua").output
        #expect(shown == (try shell.perilune("state show s.db b --script rule.lua").output))
        #expect(!shown.isEmpty)
        #expect(try shell.perilune("store check --store s.db").status == 0)
        #expect(try shell.perilune("state list s.db --store s.db").status == 64)
        let missing = try shell.perilune("state list")
        #expect(missing.errors.contains("missing argument: FILE, or --store FILE"))
    }

    @Test func showsStateWithTheMembersOfLargeTablesAndNoSecrets() throws {
        let shown = try shell.perilune("state show s.db a --script rule.lua").output
        #expect(shown.contains(#""list":[1,2],"seen":{"k1":{"n":1},"k10":{"n":10},"#), "\(shown)")
        #expect(shown.contains(#""k99":{"n":99}}"#) && !shown.contains("c2VjcmV0"), "\(shown)")
    }

    @Test func importingRestoresTheExportedState() throws {
        try shell.run("perilune state export s.db > all.jsonl")
        let result = try shell.perilune("state import other.db all.jsonl")
        #expect(result.errors == "imported 102 values of 2 keys\n", "\(result)")
        let same = try shell.run("perilune state export other.db | cmp - all.jsonl")
        #expect(same.status == 0, "\(same)")
        // A script goes on with it, and the store is whole.
        try shell.run("sed -i s/:100}/:101}/ log.jsonl")
        try shell.perilune("process log.jsonl -s rule.lua --state other.db")
        #expect(try shell.perilune("state list other.db").output.contains("2 keys, 103 values"))
        #expect(try shell.perilune("store check other.db").status == 0)
    }

    @Test(arguments: [
        (#"{"script":"r","key":"a","value":"{"}"#, "cut.jsonl:2:"),
        (
            #"{"script":"r","key":"a","value":"{}","table":1}"#,
            "cut.jsonl:2: the line is not a value of state"
        ),
    ])
    func importsAllLinesOrNone(_ line: String, _ message: String) throws {
        try shell.write(#"{"script":"r","key":"b","value":"{}"}"# + "\n" + line + "\n", "cut.jsonl")
        let result = try shell.perilune("state import other.db cut.jsonl")
        #expect(result.status == 65 && result.errors.contains(message), "\(result)")
        #expect(try shell.perilune("state list other.db").output.isEmpty)
    }

    @Test func timersAreListedExportedAndDeletedWithTheirKeys() throws {
        try shell.write(
            """
            local timer = require "timer"
            return { on = "test.*", key = "source",
              execute = function() timer.after("1h", "close") end,
              onTimer = function(name, commander, event) commander:emit(event.data.key) end }
            """, "timers.lua")
        let events = ["a", "b", "c"].map { source in
            #"{"specversion":"1.0","id":"1","source":"\#(source)","type":"test.made","time":"2026-01-01T00:00:00Z"}"#
        }
        try shell.write(events.joined(separator: "\n") + "\n", "t.jsonl")
        try shell.perilune("process t.jsonl -s timers.lua --state t.db --limit 2")
        #expect(
            try shell.perilune("state list t.db").output
                == "timers.lua: 0 keys, 0 values, 0 bytes, 2 timers\n")
        #expect(
            try shell.perilune("state export t.db").output.hasPrefix(
                #"{"script":"timers.lua","key":"a","timer":"close","due":"2026-01-01T01:00:00Z"}"#))
        try shell.run("perilune state export t.db > t.export")
        try shell.perilune("state drop t.db a --script timers.lua")
        try shell.perilune("state import u.db t.export")
        // The end of a log calls what is left, and what it set itself.
        try shell.write(events[2] + "\n", "c.jsonl")
        #expect(
            try shell.perilune("process c.jsonl -s timers.lua --state t.db").output
                == "\"c\"\n\"b\"\n")
        #expect(try shell.run("perilune state export u.db | cmp - t.export").status == 0)
    }

    @Test func deletesTheStateOfOneKey() throws {
        let result = try shell.perilune("state drop s.db a --script rule.lua")
        #expect(result.errors == "deleted 101 values of 1 key\n", "\(result)")
        #expect(
            try shell.perilune("state list s.db").output.hasPrefix("rule.lua: 1 key, 1 value, "))
    }

    @Test(arguments: [
        ("state show s.db c", "there is no state for the key 'c'", 66),
        ("state show s.db a --script rule", "the store has no state for the script 'rule'", 66),
        ("state drop s.db", "name the script with --script NAME", 64),
        ("state list none.db", "there is no store at none.db", 66),
        ("state import s.db log.jsonl", "log.jsonl:1: the line is not a value of state", 65),
    ])
    func saysWhatIsWrong(_ command: String, _ message: String, _ status: Int32) throws {
        let result = try shell.perilune(command)
        #expect(result.errors.contains(message), "\(result)")
        #expect(result.status == status, "\(result)")
    }
}
