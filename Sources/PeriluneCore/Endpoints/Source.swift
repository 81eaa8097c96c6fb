/// A source of events from a closure, for an `Intake`.
///
/// ```swift
/// Source("queue") { host in
///     for try await message in queue.messages {
///         let event = Event(json: message.body)
///         try await host.deliver([EventDelivery([event], identity: message.id)])
///         try await message.acknowledge()
///     }
/// }
/// ```
///
/// When `deliver` returns, the events are kept; when it throws, because the host is full or stops, the closure keeps
/// them and tries again. What ``EventSource/run(in:)`` says applies to the closure.
public struct Source: EventSource {
    /// The name in messages and metrics.
    public let name: String
    private let body: @Sendable (SourceHost) async throws -> Void

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - name: Kebab-case, for messages and metrics.
    ///   - run: Delivers events until its task is cancelled; an error that it throws is reported and ends the source.
    public init(_ name: String, run: @escaping @Sendable (SourceHost) async throws -> Void) {
        self.name = name
        body = run
    }

    /// Calls the closure.
    public func run(in host: SourceHost) async throws { try await body(host) }

    /// Calls the closure with a host that stores no positions.
    public func run(
        _ deliver: @escaping @Sendable (EventDelivery) async throws(PeriluneError) -> Void
    ) async throws {
        try await body(SourceHost(each: deliver))
    }
}
