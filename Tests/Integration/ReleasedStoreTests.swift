import Foundation
import Testing

/// Stores of earlier releases: what they hold is read, and goes on where it was.
@Suite(.enabled(if: Shell.has("curl")), .timeLimit(.minutes(5))) struct ReleasedStoreTests {
    private static let lead = "5a9db0c5-0004-4000-8000-000000000101"

    /// What the scripts kept, as scripts of the same names read it.
    private func state(in store: String, _ shell: Shell) throws -> [String] {
        try shell.run("mkdir -p look")
        for (script, fields) in [("orders", "version = 2,"), ("regions", "")] {
            try shell.write(
                """
                local state = require "state"
                return { on = "look.\(script)", \(fields) execute = function(event, commander)
                  commander:emit { total = state.total, sold = state.sold, name = state.name,
                    open = state.open, last = state.last }
                end }
                """, "look/\(script).lua")
        }
        try shell.write(
            ["orders contoso", "orders fabrikam", "regions Süd"].map { look in
                let parts = look.split(separator: " ")
                return
                    #"{"specversion":"1.0","id":"1","source":"s","type":"look.\#(parts[0])","partitionkey":"\#(parts[1])"}"#
            }.joined(separator: "\n"), "look.jsonl")
        return try shell.succeeds("process look.jsonl -s look --state \(store)").lines
    }

    private func order(_ id: String, total: String, name: String) -> String {
        #"{"last":{"id":"\#(id)","lines":[1,2.5,"three",{"deep":[true,"x"]}]},"name":"Größe \#(name)","open":true,"total":\#(total)}"#
    }

    @Test(arguments: Release.all, [("serve", 7), ("process", 15)])
    func scriptsReadTheirReleasedState(release: String, store: (name: String, sold: Int)) throws {
        let shell = try Release.shell(release)
        #expect(
            try state(in: "store/\(store.name).db", shell) == [
                order("order-3", total: "42", name: "contoso"),
                order("order-2", total: "2.5", name: "fabrikam"), #"{"sold":\#(store.sold)}"#,
            ])
    }

    @Test(arguments: Release.all)
    func aScriptWithALowerVersionCannotReadTheState(release: String) throws {
        let shell = try Release.shell(release)
        try shell.run("sed -i 's/version = 2,//; /migrate/d' rules/orders.lua")
        let result = try shell.perilune(
            "process logs/events.jsonl -s rules --no-config --state store/process.db --records -")
        #expect(result.output.contains(#""code":"state.newer""#))
    }

    @Test(arguments: Release.all)
    func acceptedEventsAreDecidedOnceWithAnswersFromTheLedger(
        release: String
    ) throws {
        let shell = try Release.shell(release)
        try shell.run("gunzip store/sandbox.db.gz")
        let port = try FreePort.next()
        let sandbox = try shell.start(
            "perilune crm sandbox --listen 127.0.0.1:\(port) --database store/sandbox.db")
        defer { sandbox.terminate() }
        // The organization that answered the first question is not there any more.
        try shell.write(
            #"{"organizations":[{"name":"sales","url":"http://127.0.0.1:1","webhooks":{"abortsOnFailure":false}},"#
                + #"{"name":"tasks","url":"http://127.0.0.1:\#(port)"}]}"#, "crm.json")
        let server = try ServeProcess(
            shell,
            "--no-config -s rules --crm crm.json --store store/serve.db --records now.jsonl -o out.jsonl"
        )
        #expect(try server.notes().contains("3 quarantined events"))
        for (id, key) in [("order-1", "contoso"), ("order-4", "contoso"), ("task-1", "contoso")] {
            try shell.write(
                #"{"specversion":"1.0","id":"\#(id)","source":"/shop","type":"order.placed","partitionkey":"\#(key)"}"#,
                "again.json")
            #expect(try server.post("again.json").body.contains(#""repeated":1"#), "\(id)")
        }
        #expect(server.end() == 0)
        let out = try shell.read("out.jsonl").split(separator: "\n")
        #expect(out.count == 2)
        #expect(out.first?.contains(#"{"subject":"Interested in chairs","task":"#) == true)
        #expect(out.last == #"{"count":3,"customer":"contoso","total":142}"#)
        let tasks = try shell.run(
            "curl -s 'http://127.0.0.1:\(port)/api/data/v9.2/tasks?$select=subject' | grep -o 'Call: Interested in chairs' | wc -l"
        )
        #expect(tasks.output == "1\n")
    }

    @Test(arguments: Release.all)
    func quarantineIsListedShownAndDecidedAgain(release: String) throws {
        let shell = try Release.shell(release)
        let listed = try shell.perilune("quarantine list --json --store store/serve.db").objects()
        #expect(
            listed.map { $0["type"] as? String } == [
                "order.broken", "chain.next", "crm.lead.update",
            ])
        let codes = listed.map { ($0["error"] as? [String: Any])?["code"] as? String }
        #expect(codes == ["script.runtime", "event.depth", "script.runtime"])
        #expect(listed.map { $0["path"] as? String } == ["/events", "/events", "/webhooks/sales"])
        let shown = try shell.perilune("quarantine show 3 --store store/serve.db")
        #expect(shown.output.contains(#""leadqualitycode":1,"leadid":"\#(Self.lead)""#))
        #expect(shown.errors.contains("rules/failing.lua:4"))
        try shell.write(
            """
            return { on = { "order.broken", "crm.lead.update" }, execute = function(event, commander)
              commander:emit { fixed = event.type, id = event.data.id }
            end }
            """, "rules/failing.lua")
        try shell.write(
            #"{"organizations":[{"name":"sales","url":"http://127.0.0.1:1","webhooks":{"abortsOnFailure":false}},{"name":"tasks"}]}"#,
            "crm.json")
        // What was accepted and not decided is decided too.
        try shell.write(
            "return { on = 'task.wanted', execute = function() end }", "rules/tasks.lua")
        let again = try shell.perilune(
            "quarantine retry 1 3 --no-config --store store/serve.db -s rules --crm crm.json -o -")
        #expect(again.output.contains(#"{"fixed":"order.broken"}"#))
        #expect(again.output.contains(#"{"fixed":"crm.lead.update","id":"\#(Self.lead)"}"#))
        #expect(again.errors.contains("2 succeeded"))
    }

    @Test(arguments: Release.all)
    func answersOfTheLedgerAreFoundForALog(release: String) throws {
        let shell = try Release.shell(release)
        try shell.write(
            #"{"specversion":"1.0","id":"task-1","source":"/shop","type":"task.wanted","data":{"lead":"\#(Self.lead)"}}"#,
            "task.jsonl")
        try shell.write(
            #"{"organizations":[{"name":"sales","url":"http://127.0.0.1:1"},{"name":"tasks","url":"http://127.0.0.1:1"}]}"#,
            "crm.json")
        try shell.run(
            "mkdir now && sed 's/local task = .*/local task/' rules/tasks.lua > now/tasks.lua")
        let result = try shell.perilune(
            "diff now now task.jsonl --no-config --crm crm.json --ledger store/serve.db --json"
        )
        #expect(result.output.contains(#""newCounts":{"in":1,"handled":1,"#), "\(result)")
    }

    /// A store that a later release wrote is refused, whoever opens it, and not touched.
    @Test(arguments: [
        "quarantine list --store store/serve.db",
        "process logs/events.jsonl -s rules --no-config --state store/serve.db",
        "serve --listen 127.0.0.1:0 --no-config -s rules --store store/serve.db",
        "diff rules rules logs/events.jsonl --no-config --ledger store/serve.db",
        "crm sandbox --listen 127.0.0.1:0 --database store/sandbox.db",
    ])
    func aStoreOfALaterReleaseIsRefusedWithTheRemedy(command: String) throws {
        let shell = try Release.shell("0.1")
        try shell.run(
            """
            gunzip store/sandbox.db.gz
            for name in serve sandbox; do
              python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute("PRAGMA user_version = 99")' store/$name.db
            done
            md5sum store/*.db > sums
            """)
        let result = try shell.run("timeout 20 perilune \(command)")
        #expect(result.status == 74, "\(result.output)\(result.errors)")
        #expect(result.errors.contains("was written by a newer version of Perilune"))
        #expect(result.errors.contains("hint: upgrade Perilune"))
        #expect(try shell.run("md5sum -c sums").status == 0)
    }
}
