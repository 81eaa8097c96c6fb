import CodecsPlugin
import Foundation
import PeriluneCore
import PeriluneFiles
import Testing

/// Entries are the same, wherever a log is cut into chunks, and wherever reading goes on.
struct EntryFramingTests {
    private static let table: EntryFraming = .table(
        delimiter: UInt8(ascii: ","), quote: UInt8(ascii: "\""), hasHeader: true)

    private static let logs: [(framing: EntryFraming, text: String)] = [
        (.lines, "one\n\ntwo\r\nthree"),
        (table, "a,b\n1,\"x\ny\"\n\n\"\"\"\",2\r\n3,\"z\"\"\n,\"\n5\" x,6"),
        (
            .json(elementsOf: []),
            "{\"a\":1}\n{\"b\":\n\"}{\\\"\"} [{\"c\":[]},7, \"x\\\\\"\n,{}]\nwrong\n{\"d\":1}\n"
        ),
        (
            .json(elementsOf: ["Records"]),
            "{\"x\":{\"Records\":[1]},\"Recor\":[2],\"Records\":[{\"a\":\"]\"},\n{\"b\":{}}],\"y\":[{}]}\n{\"Records\":[]}{\"Records\":[{\"c\":1}]}"
        ),
        (
            .json(elementsOf: ["r", "s"]),
            "{\"r\":[{\"s\":[{\"a\":1}],\"t\":0},{\"s\":[{}, {}]}]}\n"
        ),
    ]

    private struct Seen: Hashable {
        let text: String
        let line: Int
        let offset: Int
    }

    private func read(
        _ log: TestLog, _ framing: EntryFraming, chunk: Int, from position: InputPosition? = nil
    ) throws -> [Seen] {
        var limits = LogSource.Limits()
        limits.chunk = chunk
        let source = try LogSource(
            path: log.path, from: position, limits: limits, framing: { _ in framing })
        var seen: [Seen] = []
        while let chunk = try source.next() {
            chunk.withBytes { bytes in
                for entry in ChunkEntries(chunk, bytes) {
                    let end = entry.offset + entry.length
                    seen.append(
                        Seen(
                            text: String(decoding: bytes[entry.offset..<end], as: UTF8.self),
                            line: entry.line, offset: chunk.offset + entry.offset))
                }
            }
        }
        return seen
    }

    @Test(arguments: 0..<logs.count) func chunksOfEverySizeHaveTheSameRecords(number: Int) throws {
        let (framing, text) = Self.logs[number]
        let log = try TestLog(text)
        let whole = try read(log, framing, chunk: 1 << 16)
        #expect(whole.count >= 3)
        for size in 1...text.utf8.count {
            #expect(try read(log, framing, chunk: size) == whole)
        }
    }

    @Test(arguments: 0..<logs.count) func readingResumesAtEveryRecord(number: Int) throws {
        let (framing, text) = Self.logs[number]
        let log = try TestLog(text)
        let whole = try read(log, framing, chunk: 1 << 16)
        for (number, entry) in whole.enumerated() {
            let position = InputPosition(
                log: log.path, offset: entry.offset, line: entry.line)
            #expect(
                try read(log, framing, chunk: 1 << 16, from: position) == Array(whole[number...]))
        }
    }

    @Test func aPositionInsideOfAnElementIsAChangedLog() throws {
        let log = try TestLog("[{\"a\":1},{\"b\":2}]")
        #expect {
            try read(
                log, .json(elementsOf: []), chunk: 1024,
                from: InputPosition(log: log.path, offset: 4, line: 1))
        } throws: { ($0 as? PeriluneError)?.code == .logChanged }
    }

    @Test func aRecordThatIsTooLongIsReadInPieces() throws {
        let log = try TestLog("a,b\n1,\"\(String(repeating: "x\n", count: 3000))\"\n2,3\n")
        var limits = LogSource.Limits()
        limits.line = 2048
        let source = try LogSource(
            path: log.path, limits: limits, framing: { _ in Self.table })
        var sizes = 0
        var last: [String] = []
        while let chunk = try source.next() {
            sizes += chunk.count
            guard chunk.content == .lines else { continue }
            chunk.withBytes { bytes in
                for entry in ChunkEntries(chunk, bytes) {
                    let end = entry.offset + entry.length
                    last.append(String(decoding: bytes[entry.offset..<end], as: UTF8.self))
                }
            }
        }
        #expect(last == ["2,3"])
        #expect(sizes == 4 + 2 + 6002 + 1 + 4)
    }
}
