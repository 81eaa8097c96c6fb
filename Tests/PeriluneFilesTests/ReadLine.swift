import PeriluneCore

@testable import PeriluneFiles

/// A line as a consumer sees it.
struct ReadLine: Equatable, CustomStringConvertible {
    var number: Int
    var offset: Int
    var bytes: [UInt8]
    var isOversized = false

    var description: String { "\(number)@\(offset): \(String(decoding: bytes, as: UTF8.self))" }
}

/// Reads everything, and gives what came before an error together with the error.
func readAll(_ source: LogSource) -> (lines: [ReadLine], error: PeriluneError?) {
    var lines: [ReadLine] = []
    do throws(PeriluneError) {
        while let chunk = try source.next() {
            switch chunk.content {
            case .lines:
                var number = chunk.firstLine
                chunk.withBytes { bytes in
                    for line in LineSplitter(bytes) {
                        let content = [UInt8](bytes[line.offset..<line.offset + line.length])
                        let offset = chunk.offset + line.offset
                        lines.append(ReadLine(number: number, offset: offset, bytes: content))
                        number += 1
                    }
                }
            case .oversized(let isFirst, _):
                let bytes = chunk.withBytes { [UInt8]($0) }
                if isFirst {
                    lines.append(
                        ReadLine(
                            number: chunk.firstLine, offset: chunk.offset, bytes: bytes,
                            isOversized: true))
                } else {
                    lines[lines.count - 1].bytes += bytes
                }
            }
        }
    } catch {
        return (lines, error)
    }
    return (lines, nil)
}

/// The slow and obvious way to the same lines.
func naiveLines(_ bytes: [UInt8], limit: Int = 4 << 20) -> [ReadLine] {
    var lines: [ReadLine] = []
    var current: [UInt8] = []
    var start = 0
    func finish(at end: Int, isEnded: Bool) {
        var line = ReadLine(number: lines.count + 1, offset: start, bytes: current)
        if current.count > limit {
            line.isOversized = true
            if isEnded { line.bytes.append(0x0A) }
        } else if current.last == 0x0D {
            line.bytes.removeLast()
        }
        lines.append(line)
        current = []
        start = end + 1
    }
    for (index, byte) in bytes.enumerated() {
        if byte == 0x0A { finish(at: index, isEnded: true) } else { current.append(byte) }
    }
    if !current.isEmpty { finish(at: bytes.count, isEnded: false) }
    return lines
}

func limits(chunk: Int, line: Int = 4 << 20) -> LogSource.Limits {
    var limits = LogSource.Limits()
    limits.chunk = chunk
    limits.line = line
    return limits
}

func text(_ string: String) -> [UInt8] { [UInt8](string.utf8) }
