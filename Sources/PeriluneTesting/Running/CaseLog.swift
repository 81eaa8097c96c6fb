internal import PeriluneCore
internal import Synchronization

/// Collects the log lines of a case.
final class CaseLog: LogSink {
    private let kept = Mutex<[LogLine]>([])

    func log(_ line: LogLine) { kept.withLock { $0.append(line) } }

    /// Returns the lines since the last call, and removes them.
    func drain() -> [LogLine] {
        kept.withLock { lines in
            defer { lines.removeAll() }
            return lines
        }
    }
}

extension LogLine {
    /// The line as a value that cases compare.
    var value: Value {
        var members: Value.Members = .init([
            ("level", .string(level)), ("message", .string(message)),
        ])
        if let fields { members["fields"] = fields }
        return .object(members)
    }
}
