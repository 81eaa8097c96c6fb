internal import CPeriluneActivity

/// An event that was in progress when a process ended.
package struct InterruptedEvent: Sendable, Hashable {
    /// Its number in the inbox.
    package let number: Int64
    /// How the worker ended the process; `nil` if something else ended it.
    package let cause: Cause?
    /// Whether the event was processed alone.
    package let wasAlone: Bool
    /// The script that ran, if known.
    package let script: String?
    /// The line of the script that ran, from 1; `nil` if it is unknown.
    package let line: Int?

    /// How a worker can end its process.
    package enum Cause: Sendable, Hashable {
        /// By a fatal signal.
        case signal(Int32)
        /// The worker did not finish the event in time.
        case stuck
    }

    /// Makes an interrupted event.
    package init(
        number: Int64, cause: Cause?, wasAlone: Bool, script: String? = nil, line: Int? = nil
    ) {
        self.number = number
        self.cause = cause
        self.wasAlone = wasAlone
        self.script = script
        self.line = line
    }

    init(_ record: cpa_record, alone: Int64) {
        let cause: Cause? =
            switch record.cause {
            case 0: nil
            case CPA_STUCK: .stuck
            case let signal: .signal(signal)
            }
        let script = withUnsafeBytes(of: record.script) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        self.init(
            number: record.event, cause: cause, wasAlone: alone == record.event,
            script: script.isEmpty ? nil : script, line: record.line > 0 ? Int(record.line) : nil)
    }
}
