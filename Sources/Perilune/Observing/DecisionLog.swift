public import PeriluneCore
internal import Synchronization

/// A file with the record of every event: the outcome, the delegate, and the version of the script.
///
/// ```swift
/// var options = HostOptions()
/// options.decisionLog = try DecisionLog("decisions.jsonl")
/// ```
///
/// Each line is a JSON object, appended as the host processes events; ``Host/drain(for:)`` waits for the last one.
/// The file contains only whole lines, unless the process is killed during a write.
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
