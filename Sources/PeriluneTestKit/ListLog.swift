public import PeriluneCore
internal import Synchronization

/// Collects the lines that scripts log.
public final class ListLog: LogSink {
    private let list = Mutex<[LogLine]>([])

    /// An empty log.
    public init() {}

    /// The lines so far, in order.
    public var lines: [LogLine] { list.withLock(\.self) }

    /// Appends a line.
    public func log(_ line: LogLine) { list.withLock { $0.append(line) } }
}
