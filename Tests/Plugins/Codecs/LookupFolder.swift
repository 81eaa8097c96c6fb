import CodecsPlugin
import Foundation
import Perilune
import PeriluneCore
import PeriluneStore

/// A folder with a rule that looks up the subjects of its events.
final class LookupFolder {
    private let url: URL

    init(_ files: [String: String] = [:]) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "perilune-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, text) in files { try write(name, text) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        let path = URL(filePath: path(name))
        try FileManager.default.createDirectory(
            at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: path)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: path(name), withDestinationPath: target)
    }

    /// Runs SQL on a database in the folder.
    func run(_ sql: String, on name: String) throws {
        try Connection(path: path(name)).run(sql)
    }

    /// A rule that emits what a file has for the subject of an event, and how many rows it has.
    func rule(
        _ file: String, _ options: String, in name: String = "rules/rule.lua",
        emits: String = "{ #rows, rows[event.subject] }"
    ) throws -> Script {
        try write(
            name,
            """
            local lookup = require "lookup"
            local rows = lookup.open(\(file.debugDescription), \(options))
            return { on = "*", execute = function(event, commander) commander:emit(\(emits)) end }
            """)
        return try Script(path(name))
    }

    func host(_ script: Script, workers: Int = 1) async throws -> Perilune.Host {
        var options = HostOptions()
        options.workers = workers
        return try await Perilune.Host(options: options) {
            Codecs()
            script
        }
    }
}

extension Perilune.Host {
    /// What the rule emits for each subject; null for the one of an event without any.
    func looksUp(_ subjects: String?...) async throws -> String {
        let events = subjects.enumerated().map { number, subject in
            Event(
                json: Array(
                    #"{"specversion":"1.0","id":"\#(number)","source":"s","type":"t""#.utf8)
                    + Array((subject.map { #","subject":"\#($0)"}"# } ?? "}").utf8))
        }
        let results = try await process(all: events)
        if let error = results.records.compactMap(\.error).first { throw error }
        return String(decoding: results.output, as: UTF8.self)
    }
}
