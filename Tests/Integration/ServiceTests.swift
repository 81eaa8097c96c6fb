import Foundation
import Testing

/// The server as a service manager sees it.
@Suite(.enabled(if: Shell.has("curl")), .timeLimit(.minutes(10))) struct ServiceTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.write("return { on = 'n.*', execute = function(event) end }", "say.lua")
    }

    @Test(arguments: [false, true])
    func saysWhenItIsReadyReloadsAndStops(hasFile: Bool) throws {
        let manager = try NotifySocket(
            hasFile ? shell.folder.appending(path: "notify").path : "@perilune-\(UUID())")
        let server = try ServeProcess(
            shell, "-s say.lua", environment: ["NOTIFY_SOCKET": manager.name])
        let start = try #require(manager.next())
        #expect(start["READY"] == "1")
        #expect(
            start["STATUS"]
                == "Listening on \(server.url): 1 script, 0 events waiting, 0 in quarantine")
        server.signal(SIGHUP)
        let reload = try #require(manager.next())
        #expect(reload["RELOADING"] == "1")
        #expect(reload["MONOTONIC_USEC"].flatMap { Int64($0) } != nil)
        #expect(manager.next()?["READY"] == "1")
        try shell.write("return {", "say.lua")
        server.signal(SIGHUP)
        #expect(manager.next()?["RELOADING"] == "1")
        let rejected = try #require(manager.next())
        // The version before goes on.
        #expect(rejected["READY"] == "1")
        #expect(rejected["STATUS"]?.hasSuffix("; the last reload was rejected") == true)
        #expect(server.end() == 0)
        #expect(manager.next()?["STOPPING"] == "1")
    }

    @Test func aServiceManagerThatDoesNotListenIsAWarning() throws {
        let server = try ServeProcess(
            shell, "-s say.lua", environment: ["NOTIFY_SOCKET": "/nowhere/notify"])
        try server.says("warning: the service manager cannot be told READY=1: No such file")
        #expect(server.end() == 0)
    }

    @Test func notifiesTheWatchdogUntilAWorkerHangs() throws {
        let manager = try NotifySocket("@perilune-\(UUID())")
        try shell.write(
            "return { on = 'n.*', execute = function() while true do end end }", "say.lua")
        let server = try ServeProcess(
            shell, "-s say.lua --time-limit 600000 --workers 2",
            environment: ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "50000"])
        #expect(manager.next()?["READY"] == "1")
        for _ in 0..<5 { #expect(manager.next()?["WATCHDOG"] == "1") }
        try shell.write(
            #"{"specversion":"1.0","id":"1","source":"s","type":"n.x"}"#, "event.json")
        #expect(try server.post("event.json").status == 202)
        var signs = 0
        while manager.next(within: 2) != nil, signs < 1000 { signs += 1 }
        #expect(signs < 1000, "a worker hangs, and the signs of life go on")
        server.end(SIGKILL)
    }

    @Test func theWatchdogOfAnotherProcessIsNotNotified() throws {
        let manager = try NotifySocket("@perilune-\(UUID())")
        let server = try ServeProcess(
            shell, "-s say.lua",
            environment: [
                "NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1",
            ])
        #expect(manager.next()?["READY"] == "1")
        #expect(server.end() == 0)
        #expect(manager.next()?["STOPPING"] == "1")
    }

    @Test func takesItsTokenFromACredential() throws {
        try shell.write("0123456789abcdef0123456789abcdef\n", "token")
        try shell.write(
            "return { sources = { tokenFile = 'credential:token' } }", "perilune.lua")
        try shell.write(
            #"{"specversion":"1.0","id":"1","source":"s","type":"n.x"}"#, "event.json")
        let server = try ServeProcess(
            shell, "-s say.lua", environment: ["CREDENTIALS_DIRECTORY": shell.folder.path])
        #expect(try server.post("event.json").status == 401)
        let header = "-H 'Authorization: Bearer 0123456789abcdef0123456789abcdef'"
        #expect(try server.post("event.json", to: "/events", header).status == 202)
        #expect(server.end() == 0)
        let result = try shell.run("unset CREDENTIALS_DIRECTORY; perilune serve -s say.lua")
        #expect(result.status == 78)
        #expect(
            result.errors.contains(
                "there is no credential 'token': CREDENTIALS_DIRECTORY is not set"))
    }
}
