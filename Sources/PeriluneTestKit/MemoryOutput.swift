public import PeriluneCore

/// Emitted values in memory, for tests that drive a `Commander` without a host.
public final class MemoryOutput: EmissionBuffer {
    /// The bytes so far.
    public private(set) var bytes: [UInt8] = []

    /// An empty output.
    public init() {}

    /// The values emitted to the default output: JSON, one per line.
    public var text: String { text(of: nil) }

    /// The values emitted to a named output: JSON, one per line.
    public func text(of output: String?) -> String {
        EmittedLine.lines(bytes).filter { $0.output == output }.map { $0.text + "\n" }.joined()
    }

    /// The number of bytes.
    public var count: Int { bytes.count }
    /// Appends bytes.
    public func append(_ bytes: [UInt8]) { self.bytes += bytes }
    /// Removes all bytes after `count`.
    public func truncate(to count: Int) { bytes.removeLast(max(0, bytes.count - count)) }
}
