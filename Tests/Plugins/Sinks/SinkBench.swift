import Foundation
import PeriluneCore
import PeriluneStore
import Testing

@testable import SinksPlugin

/// A folder for the files of sinks, and sinks in it.
final class SinkBench {
    let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString)/"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Makes a sink with options whose names of files begin in the folder.
    func sink(
        _ kind: String, _ options: Value, output: String = "orders", inputs: [String] = []
    ) throws -> any RecordSink {
        let kind = try #require(Sinks.kinds.first { $0.name == kind })
        var sinkOptions = SinkOptions(options, folder: folder)
        sinkOptions.inputs = inputs
        return try kind.sink(named: output, sinkOptions)
    }

    /// Numbered values, as a host with a store delivers them.
    static func batch(
        _ values: [Value], first: Int64 = 1, sequence: String = "a"
    ) -> RecordBatch {
        let text = values.map { $0.json + "\n" }.joined()
        return RecordBatch(
            records: Array(text.utf8), first: first, count: values.count, sequence: sequence)
    }

    /// The text of a file; empty if there is none.
    func text(_ name: String) -> String {
        (try? String(contentsOfFile: folder + name, encoding: .utf8)) ?? ""
    }

    /// The names of the files, also of those in folders.
    var names: [String] {
        let found = FileManager.default.subpaths(atPath: folder) ?? []
        return found.filter {
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(
                atPath: folder + $0, isDirectory: &isFolder)
            return isThere && !isFolder.boolValue && !$0.hasSuffix(".position")
        }.sorted()
    }

    /// Removes everything in the folder.
    func empty() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try FileManager.default.removeItem(atPath: folder + name)
        }
    }

    /// The rows that a query answers, each as the texts of its columns.
    func rows(_ sql: String, columns: Int, file: String = "shop.db") throws -> [[String?]] {
        guard FileManager.default.fileExists(atPath: folder + file) else { return [] }
        var rows: [[String?]] = []
        let row = try Connection(reading: folder + file).prepared(sql)
        while try row.step() {
            rows.append((0..<columns).map { row.isNull($0) ? nil : row.text($0) })
        }
        return rows
    }
}

/// The error of a sink's options.
func optionError(_ kind: String, _ options: Value) throws -> PeriluneError? {
    let bench = try SinkBench()
    do {
        _ = try bench.sink(kind, options)
        return nil
    } catch { return error as? PeriluneError }
}
