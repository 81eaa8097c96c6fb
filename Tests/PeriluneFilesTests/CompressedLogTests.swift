import Foundation
import PeriluneCore
import Testing

@testable import PeriluneFiles

struct CompressedLogTests {
    let folder: TemporaryFolder
    static let content = text(
        (1...8000).map { "{\"id\":\($0),\"n\":\($0 &* 7919 % 1000)}" }
            .joined(separator: "\n"))

    init() throws { folder = try TemporaryFolder() }

    /// What a file is called that a tool has packed.
    static func name(_ command: String) -> String {
        let endings = ["gzip": "gz", "zstd": "zst", "bzip2": "bz2", "xz": "xz"]
        let tool = command.split(separator: " ").first.map { String($0) } ?? ""
        return "log.\(endings[tool] ?? "")"
    }

    @Test(arguments: ["gzip", "gzip -1", "zstd", "zstd -19", "bzip2", "xz", "xz -9e"])
    func readsWhatTheToolsWrite(_ command: String) throws {
        let packed = try folder.compress(Self.content, with: command)
        // The first bytes tell the format; the name need not.
        for name in ["log", Self.name(command)] {
            let source = try LogSource(path: try folder.write(packed, name))
            let result = readAll(source)
            #expect(result.error == nil)
            #expect(result.lines == naiveLines(Self.content))
        }
    }

    @Test func refusesATarArchive() throws {
        let archive = text("a.log") + Array(repeating: 0, count: 252) + text("ustar\u{0}00line\n")
        for bytes in [archive, try folder.compress(archive, with: "gzip")] {
            let result = readAll(try LogSource(path: try folder.write(bytes)))
            #expect(result.lines == [])
            #expect(result.error?.message == "the log is a tar archive")
        }
    }

    @Test(arguments: ["gzip", "zstd", "bzip2", "xz"])
    func readsTenPartsAsOne(_ command: String) throws {
        var packed: [UInt8] = []
        for part in 0..<10 {
            let bytes = Self.content[
                Self.content.count * part / 10..<Self.content.count * (part + 1) / 10]
            packed += try folder.compress([UInt8](bytes), with: command)
        }
        let result = readAll(try LogSource(path: try folder.write(packed)))
        #expect(result.lines == naiveLines(Self.content))
        #expect(result.error == nil)
    }

    @Test(arguments: ["gzip", "zstd", "bzip2", "xz"])
    func reportsEveryTruncation(_ command: String) throws {
        let small = text("first line\nsecond line\nthird line\nfourth\n")
        let packed = try folder.compress(small, with: command)
        let name = Self.name(command)
        for length in 0..<packed.count {
            let path = try folder.write([UInt8](packed.prefix(length)), name)
            let result = readAll(try LogSource(path: path))
            #expect(result.error?.code == .logTruncated, "at \(length)")
            #expect(naiveLines(small).starts(with: result.lines))
            let count = "; \(result.lines.count) lines before it were read"
            #expect(result.error?.message.hasSuffix(count) == true)
        }
    }

    @Test(arguments: ["gzip", "zstd", "bzip2", "xz"])
    func givesTheLinesBeforeATruncation(_ command: String) throws {
        let packed = try folder.compress(Self.content, with: command)
        let path = try folder.write([UInt8](packed.prefix(packed.count * 9 / 10)))
        let result = readAll(try LogSource(path: path))
        #expect(result.error?.code == .logTruncated)
        // A block of zstd or bzip2 is larger than this log.
        #expect(result.lines.count > 4000 || ["zstd", "bzip2"].contains(command))
        #expect(result.error?.place.line == result.lines.count + 1)
        #expect(naiveLines(Self.content).starts(with: result.lines))
    }

    /// A flipped bit is an error, or it changes nothing that we read (a name, a time).
    ///
    /// Every fifth bit: one or two of each byte.
    @Test(arguments: ["gzip", "zstd", "bzip2", "xz"])
    func reportsEveryFlippedBit(_ command: String) throws {
        let small = text("first line\nsecond line\nthird line\nfourth\n")
        let packed = try folder.compress(small, with: command)
        let name = Self.name(command)
        for bit in stride(from: 0, to: packed.count * 8, by: 5) {
            var damaged = packed
            damaged[bit / 8] ^= 1 << (bit % 8)
            let path = try folder.write(damaged, name)
            do throws(PeriluneError) {
                let result = readAll(try LogSource(path: path))
                if let error = result.error {
                    #expect([.logCorrupt, .logTruncated].contains(error.code))
                } else {
                    #expect(result.lines == naiveLines(small), "bit \(bit)")
                }
            } catch {
                #expect(error.code == .logCorrupt)
            }
        }
    }

    @Test func saysWhereGzipIsCorrupt() throws {
        var packed = try folder.compress(Self.content, with: "gzip")
        packed.replaceSubrange(
            packed.count / 2..<packed.count / 2 + 50, with: repeatElement(0xFF, count: 50))
        let error = readAll(try LogSource(path: try folder.write(packed))).error
        #expect(error?.code == .logCorrupt)
        #expect(error?.message.contains("of the compressed file") == true)
    }

    @Test func ignoresOnlyZerosAfterGzip() throws {
        let packed = try folder.compress(text("a\n"), with: "gzip")
        let padded = try LogSource(path: try folder.write(packed + [0, 0, 0]))
        #expect(readAll(padded).error == nil)
        let spoiled = readAll(try LogSource(path: try folder.write(packed + text("rest"))))
        #expect(spoiled.error?.code == .logCorrupt)
        #expect(spoiled.lines.count == 1)
        #expect(spoiled.error?.message.contains("at byte \(packed.count) of") == true)
    }

    @Test func refusesALargeWindow() throws {
        // The size of a pipe is unknown, so that the frame asks for the whole window.
        let many = [UInt8](repeating: 0x61, count: 3 << 20)
        let packed = try folder.compress(many, with: "zstd --ultra -22")
        var small = limits(chunk: 1 << 20)
        small.windowLog = 20
        let error = readAll(try LogSource(path: try folder.write(packed), limits: small)).error
        #expect(error?.code == .logCorrupt)
        #expect(error?.message.contains("window") == true)
    }

    @Test func refusesAnArchive() throws {
        let path = try folder.write([0x50, 0x4B, 0x03, 0x04, 0x14, 0x00, 0x00], "log.zip")
        let error = #expect(throws: PeriluneError.self) { try LogSource(path: path) }
        #expect(error?.code == .logCorrupt)
        #expect(error?.hint == "unzip -p \(path) | perilune process -")
    }

    @Test func refusesAPlainFileNamedAsCompressed() throws {
        let path = try folder.write(text("plain text\n"), "log.gz")
        let error = #expect(throws: PeriluneError.self) { try LogSource(path: path) }
        #expect(error?.code == .logCorrupt)
    }
}
