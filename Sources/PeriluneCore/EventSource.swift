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
}
