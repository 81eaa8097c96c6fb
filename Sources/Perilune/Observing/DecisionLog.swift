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
    /// How messages call it.
    public let name = "decision-log"
    private let file: Mutex<OutputLog>

    /// Opens the file, or begins it.
    ///
    /// - Parameter path: Where; `-` is standard output.
    /// - Throws: `output.create` where that cannot be.
    public init(_ path: String) throws(PeriluneError) {
        file = Mutex(try OutputLog(path: path, mark: nil))
    }

    /// Appends records.
    ///
    /// - Throws: `output.full` or `output.write`; the records are not in the file then.
    public func write(_ batch: RecordBatch) throws(PeriluneError) {
        try file.withLock { (file) throws(PeriluneError) in try file.write(batch.records) }
    }

    /// Goes on in a new file where the old one was moved away, as programs do that rotate logs.
    ///
    /// - Throws: `output.create` where it cannot be made; what comes goes on to the old one.
    public func reopen() throws(PeriluneError) {
        try file.withLock { (file) throws(PeriluneError) in _ = try file.reopen() }
    }
}
