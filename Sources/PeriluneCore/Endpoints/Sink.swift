/// A sink from a closure.
///
/// ```swift
/// let host = try await Host {
///     try Script("rules/orders.lua")
///     Sink("audit") { batch in try await database.insert(batch.records) }
/// }
/// ```
///
/// It gets the records, or the values of the output that names it: `NamedOutput("alerts", .sink("audit"))`. What
/// ``RecordSink/write(_:)`` says of errors and repetitions applies to the closure.
public struct Sink: RecordSink {
    /// The name in messages, metrics and the store.
    public let name: String
    private let body: @Sendable (RecordBatch) async throws -> Void

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - name: Kebab-case, for messages, metrics and the store.
    ///   - write: Writes a batch; if it throws, the host reports the error and delivers the batch again.
    public init(
        _ name: String, write: @escaping @Sendable (RecordBatch) async throws -> Void
    ) {
        self.name = name
        body = write
    }

    /// Calls the closure.
    public func write(_ batch: RecordBatch) async throws { try await body(batch) }
}
