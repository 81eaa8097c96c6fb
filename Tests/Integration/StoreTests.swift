import Foundation
import Testing

/// Stores used by several processes: locking, damage, repair and backup.
@Suite(.enabled(if: Shell.has("curl")), .timeLimit(.minutes(5))) struct StoreTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.write(
            """
            local state = require "state"
            return { on = "test.*", key = "source", execute = function(event, commander)
              state.count = (state.count or 0) + 1
              if event.data == "fail" then error("no") end
              commander:emit(state.count)
            end }
            """, "rule.lua")
        for (id, data) in [("1", "1"), ("2", #""fail""#)] {
            try shell.write(
                #"{"specversion":"1.0","id":"\#(id)","source":"s","type":"test.made","data":\#(data)}"#,
                id)
        }
        try shell.run("cat 1 > log.jsonl; echo >> log.jsonl")
    }

    /// A store with a changed digit in its state.
    private func damage() throws {
        #expect(try shell.perilune("process log.jsonl -s rule.lua --state s.db").status == 0)
        let result = try shell.run(
            #"python3 -c 'b = open("s.db", "rb").read(); assert b.count(b"\"count\":1") == 1; open("s.db", "wb").write(b.replace(b"\"count\":1", b"\"count\":7"))'"#
        )
        #expect(result.status == 0, "\(result)")
    }

    @Test func aSecondWriterIsRefusedUnderAnyName() throws {
        let server = try ServeProcess(shell, "-s rule.lua --store s.db")
        #expect(try server.post("1").status == 202)
        try shell.run("ln -s s.db soft.db; ln s.db hard.db")
        for command in [
            "serve --listen 127.0.0.1:0 -s rule.lua --store s.db",
            "serve --listen 127.0.0.1:0 -s rule.lua --store soft.db",
            "serve --listen 127.0.0.1:0 -s rule.lua --store hard.db",
            "process log.jsonl -s rule.lua --state s.db",
            "quarantine retry --all -s rule.lua --store s.db", "store repair s.db",
        ] {
            let result = try shell.run("timeout 20 perilune \(command)")
            #expect(result.status == 74, "\(command)")
            #expect(result.errors.contains("(perilune serve "), "\(command): \(result.errors)")
            #expect(result.errors.contains("hint: stop that process first"), "\(command)")
        }
        #expect(try shell.perilune("quarantine list --store s.db").status == 0)
        #expect(try shell.perilune("store check s.db").status == 0)
        #expect(server.end() == 0)
        let two = try shell.perilune("process log.jsonl -s rule.lua --state hard.db")
        #expect(two.errors.contains("the store has 2 names (hard links)"))
    }

    @Test func aRunningServerDropsEventsForTheCommand() throws {
        let server = try ServeProcess(shell, "-s rule.lua --store s.db")
        #expect(try server.post("2").status == 202)
        try server.waits("it never failed") {
            try shell.perilune("quarantine list --json --store s.db").lines.count == 1
        }
        let old = try shell.perilune("quarantine drop --older-than 1h --store s.db")
        #expect(old.errors == "deleted 0 events\n")
        let all = try shell.perilune("quarantine drop --older-than 0s --store s.db")
        #expect(all.errors == "deleted 0 events\n" || all.errors == "deleted 1 event\n")
        #expect(try shell.perilune("quarantine drop --all --store s.db").status == 0)
        #expect(try shell.perilune("quarantine list --json --store s.db").output.isEmpty)
        #expect(server.end() == 0)
    }

    @Test func anEmptyCopyOfAStoreIsExplained() throws {
        let server = try ServeProcess(shell, "-s rule.lua --store new.db")
        try shell.run("cp new.db copy.db")
        let check = try shell.perilune("store check copy.db")
        #expect(check.output == "copy.db: no damage; it is empty\n")
        #expect(check.errors.contains("'perilune store backup' copies everything"))
        #expect(try shell.perilune("store check new.db").errors.isEmpty)
        #expect(server.end() == 0)
    }

    @Test func damageIsNamedCheckedAndRepaired() throws {
        try damage()
        let run = try shell.perilune("process log.jsonl -s rule.lua --state s.db")
        #expect(run.status == 74)
        #expect(run.errors.contains("state, script 'rule.lua', key 's': its checksum is wrong"))
        #expect(run.errors.contains("perilune store repair s.db"))
        let check = try shell.perilune("store check s.db")
        #expect(check.status == 1)
        #expect(
            check.lines == [
                "state, script 'rule.lua', key 's': its checksum is wrong",
                "s.db: damaged; 'perilune store repair s.db' keeps the intact rows",
            ])
        let json = try #require(try shell.perilune("store check --json s.db").objects().first)
        #expect(json["ok"] as? Bool == false)
        let repair = try shell.perilune("store repair s.db")
        #expect(repair.status == 1)
        #expect(repair.lines.first?.hasPrefix("lost: state, script 'rule.lua'") == true)
        #expect(try shell.perilune("store check s.db").status == 0)
        #expect(try shell.run("cat s.db.damaged-*.jsonl").output.contains(#""hex":"#))
        #expect(try shell.perilune("process log.jsonl -s rule.lua --state s.db").status == 0)
        #expect(
            try shell.perilune("store repair s.db").output
                == "s.db: no damage; nothing was changed\n")
    }

    @Test func aServerStartsWithDamagedRowsSetAsideOnRequest() throws {
        try damage()
        let server = try ServeProcess(shell, "-s rule.lua --store s.db --set-aside-damaged")
        try server.says("set aside 1 damaged row")
        #expect(try server.post("1").status == 202)
        #expect(server.end() == 0)
        #expect(try shell.perilune("store check s.db").status == 0)
    }

    @Test func aRunContinuesWithDamagedRowsSetAsideOnRequest() throws {
        try damage()
        let run = try shell.perilune(
            "process log.jsonl -s rule.lua --state s.db --set-aside-damaged")
        #expect(run.status == 0)
        #expect(run.errors.contains("s.db: a damaged row was set aside: state, script 'rule.lua'"))
        #expect(run.output == "1\n")
        #expect(try shell.run("cat s.db.damaged-*.jsonl").output.contains(#""table":"state""#))
    }

    @Test func aRunningServerIsBackedUpCompletely() throws {
        let server = try ServeProcess(shell, "-s rule.lua --store s.db")
        #expect(try server.post("1").status == 202)
        let backup = try shell.perilune("store backup s.db b.db")
        #expect(backup.status == 0)
        #expect(backup.output.hasPrefix("b.db: no damage; rows: "))
        #expect(try shell.perilune("store backup s.db b.db").status == 73)
        #expect(server.end() == 0)
        #expect(try shell.perilune("process log.jsonl -s rule.lua --state b.db").status == 0)
    }

    @Test func filesWithEventsAreForTheirOwnerAlone() throws {
        let server = try ServeProcess(
            shell, "-s rule.lua --store s.db --records r.jsonl -o o.jsonl")
        #expect(try server.post("2").status == 202)
        let names = "s.db s.db-wal s.db-shm r.jsonl o.jsonl"
        #expect(
            try shell.run("umask 022; stat -c %a \(names)").lines
                == Array(repeating: "600", count: 5))
        #expect(server.end() == 0)
        try shell.run("touch old.jsonl; chmod 644 old.jsonl")
        let run = try shell.perilune(
            "process log.jsonl -s rule.lua --state p.db -o po.jsonl --records pr.jsonl --quarantine old.jsonl"
        )
        #expect(run.status == 0)
        #expect(
            try shell.run("stat -c %a p.db po.jsonl pr.jsonl old.jsonl").lines
                == ["600", "600", "600", "644"])
    }

    @Test func aRunEndsWhenTooManyEventsFail() throws {
        try shell.run("for i in $(seq 50); do cat 2; echo; done > bad.jsonl")
        let run = try shell.perilune(
            "process bad.jsonl -s rule.lua --quarantine q.jsonl --max-quarantine 20")
        #expect(run.status == 74)
        #expect(run.errors.contains("events could not be processed, more than 20"))
        #expect(try shell.read("q.jsonl").split(separator: "\n").count == 50)
    }
}
