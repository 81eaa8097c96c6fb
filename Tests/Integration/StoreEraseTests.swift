import Foundation
import Testing

/// `perilune store erase`, with and without a server.
@Suite(.enabled(if: Shell.has("curl")), .timeLimit(.minutes(5))) struct StoreEraseTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.write(
            """
            local state = require "state"
            return { on = "n.*", key = "subject", execute = function(event)
              state.count = (state.count or 0) + 1
              if event.type == "n.bad" then error("bad") end
            end }
            """, "rule.lua")
    }

    private func fill(_ server: ServeProcess) throws {
        for who in ["alice", "bob"] {
            try server.decides("\(who)-1", #","subject":"\#(who)""#)
            try server.decides("\(who)-2", type: "n.bad", #","subject":"\#(who)""#)
        }
    }

    private func counts(_ arguments: String) throws -> [String: Int] {
        let object = try shell.perilune("store erase perilune.db --json \(arguments)").objects()[0]
        return object.compactMapValues { $0 as? Int }.filter { $0.key != "erased" }
    }

    private let full = ["inbox": 0, "quarantine": 1, "ledger": 0, "state": 1, "outbox": 0]
    private let empty = ["inbox": 0, "quarantine": 0, "ledger": 0, "state": 0, "outbox": 0]

    @Test func countsWithoutErasingUnlessConfirmed() throws {
        let server = try ServeProcess(shell, "-s rule.lua")
        try fill(server)
        #expect(server.end() == 0)
        let result = try shell.perilune("store erase perilune.db --subject alice")
        #expect(
            result.lines == [
                "inbox: 0 events", "quarantine: 1 event", "ledger: 0 effects", "state: 1 value",
                "outbox: 0 records",
            ])
        #expect(result.errors.contains("nothing was erased; add --yes to erase it"))
        #expect(try counts("--subject alice --yes") == full)
        #expect(try counts("--subject alice") == empty)
        #expect(try counts("--subject bob") == full)
        #expect(try shell.perilune("store check perilune.db").status == 0)
    }

    @Test func aRunningServerErasesTheSubject() throws {
        let server = try ServeProcess(shell, "-s rule.lua")
        try fill(server)
        #expect(try counts("--subject alice --yes") == full)
        #expect(try counts("--subject alice") == empty)
        // The worker has forgotten the state, too.
        try server.decides("alice-3", #","subject":"alice""#)
        // Decided events are counted before what they change is committed.
        try server.waits("the state of alice is not 1") {
            try shell.perilune("state show perilune.db alice").output.contains(#"{"count":1}"#)
        }
        #expect(try server.get("/metrics").contains("perilune_quarantine_events 1\n"))
        try server.says(
            "control socket: erased a subject: 1 quarantined events, 0 effects, 1 values of state, 0 records"
        )
        #expect(try !server.notes().contains("subject: alice"))
        #expect(server.end() == 0)
    }

    @Test func theControlSocketCanBeNamed() throws {
        let server = try ServeProcess(shell, "-s rule.lua --control here")
        try fill(server)
        let retry = try shell.perilune("quarantine retry 2 --control here")
        #expect(retry.errors.contains("the server is processing 1 event again"))
        try server.says("control socket: retrying 1 quarantined event")
        let drop = "state drop perilune.db bob --script rule.lua"
        #expect(try shell.perilune(drop).status == 74)
        #expect(try shell.perilune("\(drop) --control here").status == 0)
        #expect(try counts("--subject alice --yes --control here") == full)
        #expect(server.end() == 0)
    }

    @Test func aServerWithoutAControlSocketErasesNothing() throws {
        let server = try ServeProcess(shell, "-s rule.lua --no-control")
        try fill(server)
        let result = try shell.perilune("store erase perilune.db --subject alice --yes")
        #expect(result.status == 74)
        #expect(result.errors.contains("is using this store"))
        #expect(try counts("--subject alice") == full)
        #expect(server.end() == 0)
    }

    @Test func aSubjectMustBeNamed() throws {
        try shell.write("", "perilune.db")
        #expect(try shell.perilune("store erase perilune.db --yes").status == 64)
    }
}
