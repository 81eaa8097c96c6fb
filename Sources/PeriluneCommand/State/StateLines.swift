import Perilune
import PeriluneCore
import PeriluneStore

/// Reads the lines of `perilune state export`.
enum StateLines {
    /// The maximum size of a part that is sent to a server, because workers wait while it is written.
    private static let partSize = 1 << 20

    /// Passes each value of a file to the body, with its line.
    static func forEach(
        in path: String,
        _ body: (StateContents.Row, [UInt8]) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        try LogReader(path, codec: nil).forEach { item, number throws(PeriluneError) in
            var line: [UInt8] = []
            if case .event(let bytes) = item { line = bytes }
            let row: StateContents.Row
            do throws(PeriluneError) {
                row = try StateContents.Row(line: line)
            } catch {
                var error = error
                error.place.file = path
                error.place.line = number
                throw error
            }
            try body(row, line)
            return true
        }
    }

    /// Splits a file into parts for a server, after checking all of its lines.
    static func parts(of path: String) throws(PeriluneError) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        try forEach(in: path) { _, line in
            if parts.isEmpty || parts[parts.count - 1].count + line.count > partSize {
                parts.append([])
            }
            parts[parts.count - 1] += line
            parts[parts.count - 1].append(UInt8(ascii: "\n"))
        }
        return parts
    }
}
