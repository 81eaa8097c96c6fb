import Foundation
import PeriluneCore
import Testing

@testable import PeriluneFiles

struct LogSourceTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
        "", "a", "a\n", "a\nb", "\n", "\n\n", "a\r\nb\r\n", "a\r", "\r\n\r", "a\n\nb",
    ])
    func splitsSmallLogs(_ content: String) throws {
        let path = try folder.write(text(content))
        for chunk in 1...8 {
            let result = readAll(try LogSource(path: path, limits: limits(chunk: chunk)))
            #expect(result.lines == naiveLines(text(content)))
            #expect(result.error == nil)
        }
    }

    @Test func theFirstBytesOfAShortLogAreAllItsBytes() throws {
        for content in ["", "a", "abc"] {
            let source = try LogSource(path: try folder.write(text(content)))
            #expect(try source.firstBytes(2) == Array(text(content).prefix(2)))
        }
    }

    /// Lines that end just before, at and after the edge of a chunk.
    @Test func splitsAtEveryEdgeOfAChunk() throws {
        let size = 1000
        for length in size - 3...size + 3 {
            let content = [UInt8](repeating: 120, count: length) + text("\nsecond\r\nthird")
            let path = try folder.write(content)
            let source = try LogSource(path: path, limits: limits(chunk: size))
            #expect(readAll(source).lines == naiveLines(content))
        }
    }

    @Test func equalsANaiveSplitForRandomLogs() throws {
        for _ in 0..<400 {
            let content = (0..<Int.random(in: 0...300)).map { _ in
                Int.random(in: 0..<20) == 0 ? 0x0A : Int.random(in: 0..<10) == 0 ? 0x0D : 0x61
            }.map { UInt8($0) }
            let limit = Int.random(in: 1...60)
            let path = try folder.write(content)
            let source = try LogSource(
                path: path, limits: limits(chunk: Int.random(in: 1...80), line: limit))
            #expect(readAll(source).lines == naiveLines(content, limit: limit))
        }
    }

    @Test func keepsPaddingAfterEveryChunk() throws {
        let path = try folder.write(text(String(repeating: "seven!\n", count: 1000)))
        let source = try LogSource(path: path, limits: limits(chunk: 100))
        while let chunk = try source.next() {
            let behind = chunk.paddedBytes[chunk.count..<chunk.count + Chunk.padding]
            #expect(behind.allSatisfy { $0 == 0 })
        }
    }

    @Test func doesNotReuseAChunkThatIsStillReferenced() throws {
        let path = try folder.write(text("first\nother\nthird\n"))
        let source = try LogSource(path: path, limits: limits(chunk: 6))
        let kept = try source.next()?.paddedBytes
        #expect(readAll(source).lines.map(\.number) == [2, 3])
        #expect(kept?.starts(with: text("first\n")) == true)
    }

    @Test func givesALongLineInPieces() throws {
        let long = [UInt8](repeating: 120, count: 100_000)
        let content = text("a\n") + long + text("\nb\n")
        let path = try folder.write(content)
        let source = try LogSource(path: path, limits: limits(chunk: 1000, line: 5000))
        var longest = 0
        var marks: [Chunk.Content] = []
        while let chunk = try source.next() {
            longest = max(longest, chunk.paddedBytes.count)
            if chunk.content != .lines {
                marks.append(chunk.content)
                #expect(chunk.firstLine == 2)
            }
        }
        #expect(longest <= 5001 + Chunk.padding)
        #expect(marks.first == .oversized(isFirst: true, isLast: false))
        #expect(marks.last == .oversized(isFirst: false, isLast: true))
        #expect(marks.dropFirst().dropLast().allSatisfy { $0 == marks[1] })
    }

    @Test func doesNotWaitForMoreAfterALongLine() throws {
        let long = [UInt8](repeating: 120, count: 10_000)
        let path = try folder.write(long + text("\nb\n"))
        let source = try LogSource(path: path, limits: limits(chunk: 1000, line: 5000))
        #expect(source.follow())
        #expect(readAll(source).lines.map(\.number) == [1, 2])
    }

    @Test func skipsAByteOrderMark() throws {
        let path = try folder.write([0xEF, 0xBB, 0xBF] + text("a\nb\n"))
        let lines = readAll(try LogSource(path: path)).lines
        #expect(lines.map(\.bytes) == [text("a"), text("b")])
        #expect(lines.map(\.offset) == [3, 5])
    }

    @Test(arguments: [true, false], [8, 64, 100_000]) func readsUTF16(
        isBigEndian: Bool, length: Int
    ) throws {
        let line = String(repeating: "aé€😀", count: length / 4)
        var bytes: [UInt8] = []
        for unit in [0xFEFF] + Array("\(line)\nend".utf16) {
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            bytes += isBigEndian ? [high, low] : [low, high]
        }
        let source = try LogSource(path: try folder.write(bytes))
        #expect(readAll(source).lines.map(\.bytes) == [text(line), text("end")])
    }

    @Test func replacesHalfAPairOfUTF16() throws {
        let path = try folder.write([0xFF, 0xFE, 0x00, 0xD8, 0x61, 0x00, 0x00, 0xDC, 0x62])
        let lines = readAll(try LogSource(path: path)).lines
        #expect(lines.map(\.bytes) == [text("\u{FFFD}a\u{FFFD}\u{FFFD}")])
    }

    @Test func resumesInUTF16() throws {
        let path = try folder.write([0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0xE9, 0, 0x0A, 0, 0x62, 0])
        let position = InputPosition(log: path, offset: 5, line: 3)
        let lines = readAll(try LogSource(path: path, from: position)).lines
        #expect(lines.map(\.bytes) == [text("b")])
    }

    @Test func refusesCompressedUTF16() throws {
        let packed = try folder.compress([0xFF, 0xFE, 0x61, 0x00, 0x0A, 0x00], with: "gzip")
        let path = try folder.write(packed)
        #expect(readAll(try LogSource(path: path)).error?.code == .logEncoding)
    }

    @Test func refusesPathsThatAreNotFiles() throws {
        func code(_ path: String) -> PeriluneError.Code? {
            do throws(PeriluneError) {
                _ = try LogSource(path: path)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code(folder.path("missing")) == .logMissing)
        #expect(code(folder.url.path) == .logDirectory)
        #expect(code(try folder.write([]) + "/below") == .logMissing)
        #expect(openError(EACCES, log: "x").code == .logPermission)
    }

    @Test func reportsItsProgress() throws {
        let path = try folder.write(text(String(repeating: "0123456789\n", count: 100)))
        let source = try LogSource(path: path, limits: limits(chunk: 110))
        let first = try source.next()
        #expect(first?.fileSize == 1100)
        #expect(first?.fileBytesRead == 110)
        let second = try source.next()
        #expect(second?.firstLine == 11)
        #expect(second?.offset == 110)
    }

    @Test func givesTheLinesOfALivePipeAtOnce() throws {
        let pipe = Pipe()
        let source = try withExtendedLifetime(pipe) {
            try pipe.fileHandleForWriting.write(contentsOf: Data("first\nsec".utf8))
            return try LogSource(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
        }
        let chunk = try source.next()
        #expect(chunk?.count == 6)
        try pipe.fileHandleForWriting.write(contentsOf: Data("ond\n".utf8))
        try pipe.fileHandleForWriting.close()
        #expect(readAll(source).lines == [ReadLine(number: 2, offset: 6, bytes: text("second"))])
    }
}
