import PeriluneCore
import Testing

@testable import PeriluneFiles

struct ResumingTests {
    let folder: TemporaryFolder
    let content = text((1...500).map { "line \($0)\n" }.joined())

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: ["", "gzip", "zstd"])
    func resumesAfterEveryLine(_ command: String) throws {
        let all = naiveLines(content)
        let packed = command.isEmpty ? content : try folder.compress(content, with: command)
        let path = try folder.write(packed)
        for index in stride(from: 0, to: all.count, by: 7) {
            let position = InputPosition(
                log: path, offset: all[index].offset, line: all[index].number)
            let source = try LogSource(path: path, from: position, limits: limits(chunk: 64))
            #expect(readAll(source).lines == Array(all[index...]))
        }
    }

    @Test func findsNothingMoreAtTheEnd() throws {
        for content in ["a\nb\n", "a\nb"] {
            let path = try folder.write(text(content))
            let end = InputPosition(log: path, offset: content.utf8.count, line: 3)
            #expect(readAll(try LogSource(path: path, from: end)).lines == [])
        }
    }

    @Test(arguments: ["\n", "\r\n"], ["", "gzip", "zstd"])
    func resumesAfterALineEndThatWasMissing(_ lineEnd: String, _ command: String) throws {
        let plain = text("a\nb\(lineEnd)c\nd\n")
        let packed = command.isEmpty ? plain : try folder.compress(plain, with: command)
        let path = try folder.write(packed)
        let source = try LogSource(path: path, from: .init(log: path, offset: 3, line: 2))
        let start = 3 + lineEnd.utf8.count
        let lines = readAll(source).lines
        #expect(lines.map(\.number) == [3, 4])
        #expect(lines.map(\.offset) == [start, start + 2])
    }

    @Test func refusesALogThatHasChanged() throws {
        let path = try folder.write(content)
        for offset in [3, content.count + 1] {
            let error = #expect(throws: PeriluneError.self) {
                try LogSource(path: path, from: .init(log: path, offset: offset, line: 2))
            }
            #expect(error?.code == .logChanged)
        }
    }
}
