import Foundation
import PeriluneCore

@testable import PeriluneStore

/// A store with rows in every table, on several pages, as bytes that a test can damage.
struct SampleStore {
    let bytes: [UInt8]
    let dump: [String]
    /// The keys of `rules.lua`.
    let keys: [String]

    /// Makes a store; with a higher scale, it has that many times as many rows, on fuller pages.
    init(scale: Int = 1) throws {
        let file = try StoreFile()
        let store = try EventStore(path: file.path)
        let keys = (0..<60 * scale).map { "customer-\($0)" }
        self.keys = keys
        try store.commit { (store) throws(PeriluneError) in
            try store.save(
                keys.enumerated().map {
                    change($1, Array(#"{"count":\#($0),"total":1\#($0).5}"#.utf8))
                })
            try store.save([
                change("large", [UInt8](repeating: 7, count: 9000), script: "totals.lua")
            ])
            for number in 0..<30 * scale {
                let event = Array(#"{"id":"\#(number)","data":{"n":\#(number)}}"#.utf8)
                _ = try store.accept(
                    [event], source: "/events", identity: "s \(number)", time: 1000)
            }
            for event in 1...10 * scale {
                _ = try store.begin(
                    event: Int64(event), identity: "\(event)/a/1", kind: "crm", request: "{}")
            }
            try store.finish(event: 3, identity: "3/a/1", answer: #"{"value":1}"#)
            try store.removeFromInbox(Array(1...Int64(20 * scale)))
            for number in 1...12 * scale {
                try store.quarantine(
                    QuarantinedEvent(
                        number: Int64(number), source: "/events", event: Array("{}".utf8),
                        error: #"{"code":"script.runtime","message":"no"}"#),
                    time: Int64(2000 + number))
            }
            try store.mark(OutputMark(path: "out.jsonl", device: 1, inode: 2, offset: 3000))
        }
        try store.save([], position: InputPosition(log: "log.jsonl", offset: 100, line: 2))
        dump = try Self.dump(file.path)
        store.close()
        bytes = [UInt8](try Data(contentsOf: file.url))
    }

    /// Every row, read as in production, with its checksum verified.
    static func dump(_ path: String) throws -> [String] {
        let connection = try Connection.store(path)
        var rows: [String] = []
        for table in StoreTable.all {
            try Statement(connection, table.select(table.columns, "NOT INDEXED"))
                .forEach { (row) throws(PeriluneError) in
                    let values = table.columns.indices.map { row.value($0) }
                    try table.verify(row, table.columns.count, values, path)
                    rows.append("\(table.name) \(values)")
                }
        }
        return rows.sorted()
    }

    /// Writes the store to a new file, with changed bytes.
    func file(changing change: (inout [UInt8]) -> Void = { _ in }) throws -> StoreFile {
        let file = try StoreFile()
        var bytes = bytes
        change(&bytes)
        try Data(bytes).write(to: file.url)
        return file
    }

    /// Replaces text in a row by other text of the same length.
    func file(with old: String, replacedBy new: String) throws -> StoreFile {
        try file { bytes in
            guard let place = bytes.firstRange(of: Array(old.utf8)) else { return }
            bytes.replaceSubrange(place, with: Array(new.utf8))
        }
    }
}
