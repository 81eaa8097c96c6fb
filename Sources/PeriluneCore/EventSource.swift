/// A place where events come from on their own: a queue that is polled, a folder that is watched.
///
/// Where the other side asks and waits for an answer, ``HTTPSource`` is the one.
public protocol EventSource: Sendable {
    /// Kebab-case, for messages and metrics.
    var name: String { get }
    /// Runs until its task is cancelled.
    ///
    /// - Parameter deliver: Takes events in; it returns when they are kept, so that the source may forget
    ///   them, and throws where the host is full or stops: then the source keeps them and tries again.
    /// - Throws: What ends the source for good.
    func run(
        _ deliver: @escaping @Sendable (HTTPSource.Delivery) async throws(PeriluneError) -> Void
    ) async throws
    /// The same for a source that delivers several events at once, or recovers from errors by itself; by default, it calls
    /// ``run(_:)``.
    func run(in host: SourceHost) async throws
}

extension EventSource {
    /// Runs with the host's `deliver` alone.
    public func run(in host: SourceHost) async throws {
        try await run { delivery throws(PeriluneError) in try await host.deliver([delivery]) }
    }
}

/// The host of an event source.
public struct SourceHost: Sendable {
    /// Takes deliveries in, all or none, in order; it returns and throws as that of ``EventSource/run(_:)`` does.
    public let deliver: @Sendable ([HTTPSource.Delivery]) async throws(PeriluneError) -> Void
    /// Logs and counts an error from which the source recovers.
    public let report: @Sendable (PeriluneError) -> Void

    /// Makes a host.
    public init(
        deliver: @escaping @Sendable ([HTTPSource.Delivery]) async throws(PeriluneError) -> Void,
        report: @escaping @Sendable (PeriluneError) -> Void = { _ in }
    ) {
        self.deliver = deliver
        self.report = report
    }
}
