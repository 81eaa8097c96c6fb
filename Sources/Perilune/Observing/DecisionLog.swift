public import PeriluneCore
internal import Synchronization

/// A file that gets the record of every decision, an object a line: what was decided, by whom, by which
/// version of a script.
///
/// ```swift
/// var options = HostOptions()
/// options.decisionLog = try DecisionLog("decisions.jsonl")
/// ```
///
/// Lines are appended as the host decides; ``Host/drain(for:)`` waits for the last. Only whole lines are in the
/// file, unless the process is killed within a write.
public final class DecisionLog: RecordSink {
    /// The name in messages.
    public let name = "decision-log"
    private let file: Mutex<OutputLog>

    /// Opens or creates the file.
    ///
    /// - Parameter path: The file; `-` is standard output.
    /// - Throws: `output.create` if the file cannot be created.
    public init(_ path: String) throws(PeriluneError) {
        file = Mutex(try OutputLog(path: path, mark: nil))
    }

    /// Appends records.
    ///
    /// - Throws: `output.full` or `output.write`; the records are not in the file then.
    public func write(_ batch: RecordBatch) throws(PeriluneError) {
        try file.withLock { (file) throws(PeriluneError) in try file.write(batch.records) }
    }

    /// Opens a new file if the old one was renamed or removed, as log rotation does.
    ///
    /// - Throws: `output.create` if it cannot be created; the old file then stays in use.
    public func reopen() throws(PeriluneError) {
        try file.withLock { (file) throws(PeriluneError) in _ = try file.reopen() }
    }
}
