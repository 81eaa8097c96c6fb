import Foundation
import Testing

/// `perilune serve` in a shell's folder, on a port of its own.
final class ServeProcess {
    private let shell: Shell
    private let process: Process
    private let errors: URL
    private(set) var url = ""

    /// Starts a server, under a limit of the shell if there is one, on a socket that the test holds if one is given,
    /// and waits until it listens.
    init(
        _ shell: Shell, _ arguments: String, limit: String = "", socket: HeldSocket? = nil,
        environment: [String: String] = [:]
    ) throws {
        self.shell = shell
        errors = shell.folder.appending(path: "\(UUID()).err")
        try Data().write(to: errors)
        let handOver = socket == nil ? "" : HeldSocket.handOver
        process = shell.process(
            "\(limit) \(handOver) exec bin/perilune serve --listen 127.0.0.1:0 \(arguments)",
            environment: environment)
        if let socket { process.standardInput = socket.handle }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        for _ in 0..<2000 where url.isEmpty && process.isRunning {
            Thread.sleep(forTimeInterval: 0.01)
            for line in try notes().split(separator: "\n") {
                guard let range = line.range(of: "listening on ") else { continue }
                url = String(line[range.upperBound...].prefix { $0 != "\"" })
            }
        }
        let notes = try notes()
        try #require(!url.isEmpty, "the server did not start: \(notes)")
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// What it said on standard error.
    func notes() throws -> String { String(decoding: try Data(contentsOf: errors), as: UTF8.self) }

    /// Waits until it has said something, so many times.
    func says(_ text: String, times: Int = 1) throws {
        try waits("it never said '\(text)' \(times) times") {
            try notes().split(separator: text, omittingEmptySubsequences: false).count > times
        }
    }

    /// Waits until something is so; fails with what it said.
    func waits(_ failure: String, until isSo: () throws -> Bool) throws {
        for _ in 0..<6000 where process.isRunning {
            if try isSo() { return }
            Thread.sleep(forTimeInterval: 0.01)
        }
        let notes = try notes()
        if try !isSo() { Issue.record("\(failure):\n\(notes)") }
    }

    /// How often it has said something.
    func count(of text: String) throws -> Int {
        try notes().split(separator: text, omittingEmptySubsequences: false).count - 1
    }

    /// Sends an event and waits until it is decided.
    func decides(_ id: String, type: String = "n.x", _ more: String = "") throws {
        let before = try decided()
        let event = #"{"specversion":"1.0","id":"\#(id)","source":"s","type":"\#(type)"\#(more)}"#
        try shell.write(event, "event.json")
        #expect(try post("event.json").status == 202)
        try waits("event \(id) was not decided") { try decided() > before }
    }

    private func decided() throws -> Int {
        try get("/metrics").split(separator: "\n")
            .filter { $0.hasPrefix("perilune_events_decided_total") }
            .reduce(0) { $0 + (Int($1.split(separator: " ").last ?? "") ?? 0) }
    }

    /// Sends a signal that does not end it.
    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Sends a signal and waits for the end.
    @discardableResult
    func end(_ signal: Int32 = SIGTERM) -> Int32 {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Waits until the server has ended by itself; false if it keeps running.
    func ends() -> Bool {
        for _ in 0..<6000 where process.isRunning { Thread.sleep(forTimeInterval: 0.01) }
        return !process.isRunning
    }

    /// Posts a file; the answer and its status.
    func post(
        _ file: String, to path: String = "/events", _ options: String = "",
        type: String = "application/cloudevents+json"
    ) throws -> (status: Int, body: String) {
        let result = try shell.run(
            "curl -s -S -w '\\n%{http_code}' -H 'Content-Type: \(type)' -H 'Expect:' \(options) --data-binary @\(file) \(url)\(path)"
        )
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
    }

    func get(_ path: String, _ options: String = "") throws -> String {
        try shell.run("curl -s -S \(options) '\(url)\(path)'").output
    }
}
