import CodecsPlugin
import Foundation
import PeriluneCore
import PeriluneJSON
import Synchronization
import Testing

@testable import FilesPlugin

/// A folder with logs, and a host that keeps what it gets.
final class LogFolder: Sendable {
    private struct Kept {
        var lines: [String] = []
        var ids: [String] = []
        var unreadable: [UnreadableEntry] = []
        var positions: [String: String] = [:]
        var reports: [PeriluneError] = []
        var notes: [String] = []
    }

    let folder: URL
    private let kept = Mutex(Kept())
    /// Refuses deliveries, as a host does that is full.
    let isFull = Atomic(false)

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    func append(_ text: String, to name: String) throws {
        let url = folder.appending(path: name)
        if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
        let file = try FileHandle(forWritingTo: url)
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    func move(_ old: String, to new: String) throws {
        try FileManager.default.moveItem(atPath: path(old), toPath: path(new))
    }

    func shell(_ command: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = folder
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    var lines: [String] { kept.withLock(\.lines) }
    var ids: [String] { kept.withLock(\.ids) }
    var unreadable: [UnreadableEntry] { kept.withLock(\.unreadable) }
    var reports: [PeriluneError] { kept.withLock(\.reports) }
    var codes: [String] { kept.withLock { $0.reports.map(\.code.rawValue) } }
    var notes: [String] { kept.withLock(\.notes) }
    var positions: Int { kept.withLock(\.positions.count) }

    private var host: SourceHost {
        SourceHost { deliveries, positions throws(PeriluneError) in
            if self.isFull.load(ordering: .relaxed) {
                throw PeriluneError("intake.full", "too many events wait")
            }
            self.kept.withLock { kept in
                for event in deliveries.flatMap(\.events) {
                    let value = try? Value(json: event.json)
                    kept.lines.append(value?["data"]?.string ?? value?["data"]?.json ?? "")
                    kept.ids.append(value?["id"]?.string ?? "")
                }
                kept.unreadable += deliveries.flatMap(\.unreadable)
                for position in positions { kept.positions[position.name] = position.value }
            }
        } positions: { () throws(PeriluneError) in
            self.kept.withLock { $0.positions.map { SourcePosition($0.key, $0.value) } }
        } report: { error in
            self.kept.withLock { $0.reports.append(error) }
        } note: { text in
            self.kept.withLock { $0.notes.append(text) }
        }
    }

    /// Runs the source until something is so; each call is another process, as far as the source knows.
    func run(
        _ pattern: String = "*.log", as format: String = "lines", openLimit: Int = 64,
        rotationTime: Duration = .seconds(60), until isSo: () async throws -> Bool
    ) async throws {
        var logs = FollowedLogs([path(pattern)])
        logs.format = format
        logs.openLimit = openLimit
        logs.rotationTime = rotationTime
        try await run(try sources([logs])[0], until: isSo)
    }

    /// The sources of some logs.
    func sources(_ logs: [FollowedLogs]) throws -> [any EventSource] {
        var registry = Registry()
        try Codecs().register(in: &registry)
        let logs = logs.map { logs in
            var logs = logs
            logs.entryLimit = 4096
            return logs
        }
        try Files(logs).register(in: &registry)
        return registry.eventSources
    }

    /// Runs a source until something is so.
    func run(_ source: any EventSource, until isSo: () async throws -> Bool) async throws {
        let host = host
        let task = Task { try await source.run(in: host) }
        let end = ContinuousClock.now + .seconds(40)
        while try await !isSo() {
            try await Task.sleep(for: .milliseconds(10))
            try #require(.now < end, "it never was so: \(lines), \(codes)")
        }
        task.cancel()
        try await task.value
    }

    /// Runs until so many lines were read, and a little longer, in which no more must come.
    func run(
        _ pattern: String = "*.log", as format: String = "lines", openLimit: Int = 64,
        rotationTime: Duration = .seconds(60), until count: Int
    ) async throws {
        try await run(pattern, as: format, openLimit: openLimit, rotationTime: rotationTime) {
            guard lines.count >= count else { return false }
            try await Task.sleep(for: .milliseconds(1500))
            return true
        }
    }
}
