internal import PeriluneCore

/// What distinguishes logs with the same file name in the ids of their entries (``LogHead/generation``).
struct LogGenerations {
    private var generations: [String: String] = [:]

    /// Logs of one run with the same file name are distinguished by their names as given.
    init(of logs: [String]) {
        let bySource = Dictionary(grouping: Set(logs)) { LogHead(name: $0).source }
        for same in bySource.values where same.count > 1 {
            for log in same { generations[log] = log }
        }
    }

    subscript(log: String) -> String? { generations[log] }

    /// Another file is at the path of the log now, as after a rotation.
    mutating func begin(_ log: String) {
        generations[log] = String(Timestamp.now.microseconds, radix: 36)
    }

    /// Continues a log with the generation that an earlier run stored.
    mutating func resume(_ log: String, _ generation: String?) {
        if let generation { generations[log] = generation }
    }
}
