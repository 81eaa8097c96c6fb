import Foundation
import Testing

/// Events that crash or hang the server, by a plugin in C.
struct PoisonTests {
    private let shell: Shell
    private let arguments =
        "-s poison.lua --plugin fault.so --stuck-after 2 --store events.db -o out.jsonl"
    /// Swift's own report of a crash takes a second.
    private let environment = ["SWIFT_BACKTRACE": "enable=no"]

    init() throws {
        shell = try Shell()
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        for name in ["poison.lua", "fault.c"] {
            try shell.write(
                try String(contentsOfFile: "\(root)/Tests/Poison/\(name)", encoding: .utf8), name)
        }
        let built = try shell.run(
            "cc -shared -fPIC -I \(root)/Sources/CPerilunePlugin/include -o fault.so fault.c")
        try #require(built.status == 0, "\(built.output)")
    }

    /// Sends events that do what their data says, and waits until the server has ended.
    private func sendUntilTheEnd(_ events: [String]) throws {
        let server = try ServeProcess(shell, arguments, environment: environment)
        for (number, what) in events.enumerated() {
            try shell.write(
                #"{"specversion":"1.0","id":"\#(number)","source":"s","type":"t","data":{"what":"\#(what)"}}"#,
                "event.json")
            _ = try? server.post("event.json")
        }
        try #require(server.ends(), "the server goes on")
    }

    @Test(arguments: ["crash", "hang"])
    func anEventThatCrashesTheServerTwiceIsQuarantinedAlone(what: String) throws {
        try sendUntilTheEnd(["none", what, "none"])
        // The server may end before it listens, because it processes the stored event first.
        let again = try shell.run(
            "timeout -s KILL 60 bin/perilune serve --listen 127.0.0.1:0 \(arguments)",
            environment: environment)
        #expect(again.status == (what == "crash" ? SIGSEGV : SIGABRT), "\(again.errors)")
        let server = try ServeProcess(shell, arguments, environment: environment)
        try server.says(what == "crash" ? "crashed with SIGSEGV" : "did not finish this event")
        #expect(try server.notes().contains("poison.lua:8"))
        try server.waits("the other events were not processed") {
            try shell.read("out.jsonl").split(separator: "\n").count >= 1
        }
        let list = try shell.perilune("quarantine list --store events.db")
        #expect(list.output.contains(what == "crash" ? "event.crash" : "event.stuck"))
    }

    @Test func anEventThatPublishesEndlesslyIsQuarantinedOnce() throws {
        let server = try ServeProcess(shell, arguments, environment: environment)
        try shell.write(
            #"{"specversion":"1.0","id":"1","source":"s","type":"t","data":{"what":"fan-out"}}"#,
            "event.json")
        _ = try server.post("event.json")
        try server.says("published more than 1000 events")
        try server.waits("there is more than one quarantined event") {
            try server.get("/metrics").contains("perilune_quarantine_events 1\n")
        }
    }
}
