import Foundation
import Testing

/// A server on a socket that was open before it.
@Suite(.enabled(if: Shell.has("curl")), .timeLimit(.minutes(10))) struct SocketActivationTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.write("return { on = 'n.*', execute = function(event) end }", "say.lua")
        try shell.write(
            #"{"specversion":"1.0","id":"1","source":"s","type":"n.x"}"#, "event.json")
    }

    @Test(.enabled(if: Shell.has("systemd-socket-activate")))
    func servesOnTheSocketThatSystemdOpened() throws {
        let port = try FreePort.next()
        // In a shell: what systemd starts closes the descriptor by which Foundation knows its child.
        let result = try shell.run(
            """
            systemd-socket-activate -l 127.0.0.1:\(port) \
                bin/perilune serve -s say.lua --records records.jsonl 2> notes &
            curl -s -S --max-time 60 --retry 50 --retry-delay 1 --retry-connrefused \
                -H 'Content-Type: application/cloudevents+json' -d @event.json \
                http://127.0.0.1:\(port)/events
            kill $! && wait $!
            """)
        #expect(result.output == "{\"accepted\":1}\n")
        // It has become the server.
        #expect(result.status == 0)
        #expect(try shell.read("records.jsonl").contains(#""outcome":"handled""#))
        let notes = try shell.read("notes")
        #expect(notes.contains("listens on the socket of the service manager\n"))
        #expect(notes.contains("listening on http://127.0.0.1:\(port)\n"))
    }

    @Test func theInheritedSocketWinsOverListen() throws {
        let socket = try HeldSocket()
        let server = try ServeProcess(shell, "-s say.lua", socket: socket)
        #expect(server.url == "http://127.0.0.1:\(socket.port)")
        try server.says("socket of the service manager; --listen 127.0.0.1:0 is not used")
        #expect(server.end() == 0)
    }

    @Test func aRestartRefusesNoConnections() throws {
        let socket = try HeldSocket()
        let url = "http://127.0.0.1:\(socket.port)/events"
        // Whatever fails here ends the senders, too.
        defer { try? shell.write("", "stop") }
        let senders = try (1...3).map { number in
            let sender = shell.process(
                """
                n=0
                until [ -e stop ]; do n=$((n + 1))
                  curl -s --max-time 60 -o /dev/null -w '%{http_code}\\n' -H 'Content-Type: application/cloudevents+json' \
                    -d "{\\"specversion\\":\\"1.0\\",\\"id\\":\\"$n\\",\\"source\\":\\"\(number)\\",\\"type\\":\\"n.x\\"}" \
                    \(url) >> answers.\(number)
                done
                """)
            sender.standardOutput = FileHandle.nullDevice
            try sender.run()
            return sender
        }
        for _ in 0..<4 {
            let server = try ServeProcess(
                shell, "-s say.lua --records records.jsonl", socket: socket)
            let before = try answers().count
            try server.waits("nobody was answered") { try answers().count > before + 20 }
            #expect(server.end() == 0)
        }
        let server = try ServeProcess(shell, "-s say.lua --records records.jsonl", socket: socket)
        try shell.write("", "stop")
        for sender in senders { sender.waitUntilExit() }
        #expect(server.end() == 0)
        let statuses = try answers()
        #expect(statuses.allSatisfy { $0 == "202" }, "\(Set(statuses))")
        #expect(try shell.read("records.jsonl").split(separator: "\n").count == statuses.count)
    }

    private func answers() throws -> [String] {
        try shell.run("cat answers.* 2>/dev/null || true").lines
    }

    @Test func anInheritedSocketBeyondLoopbackNeedsAToken() throws {
        let socket = try HeldSocket("0.0.0.0")
        let process = shell.process(
            "\(HeldSocket.handOver) exec bin/perilune serve -s say.lua 2> notes")
        process.standardInput = socket.handle
        try process.run()
        for _ in 0..<6000 where process.isRunning { Thread.sleep(forTimeInterval: 0.01) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        #expect(process.terminationStatus == 64)
        #expect(
            try shell.read("notes").contains(
                "on 0.0.0.0:\(socket.port) anybody on the network could send events"))
    }

    @Test func socketsForAnotherProcessAreLeftAlone() throws {
        let server = try ServeProcess(
            shell, "-s say.lua", environment: ["LISTEN_PID": "1", "LISTEN_FDS": "1"])
        #expect(try server.post("event.json").status == 202)
        #expect(server.end() == 0)
    }
}
