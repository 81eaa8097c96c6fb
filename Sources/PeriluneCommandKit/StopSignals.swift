import Glibc
import Synchronization

/// Handles SIGTERM and SIGINT: the first signal is waited for, the second one ends the process immediately.
///
/// Unchecked: the sources are created before the object is shared, and do not change.
package final class StopSignals: @unchecked Sendable {
    private struct Waiting {
        var received: Int32?
        var continuation: CheckedContinuation<Void, Never>?
    }

    private let waiting = Mutex(Waiting())
    private var sources: [SignalSource] = []

    package init() {
        sources = [SIGTERM, SIGINT].map { number in
            SignalSource(number) { [weak self] in self?.receive(number) }
        }
    }

    /// The first signal that arrived; `nil` if none has.
    package var received: Int32? { waiting.withLock(\.received) }

    /// Waits for the first signal.
    package func first() async {
        await withCheckedContinuation { continuation in
            let hasCome = waiting.withLock { waiting in
                if waiting.received == nil { waiting.continuation = continuation }
                return waiting.received != nil
            }
            if hasCome { continuation.resume() }
        }
    }

    /// Runs a function until it ends or a signal arrives, which is not an error.
    package func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let work = Task { try await body() }
        Task {
            await first()
            work.cancel()
        }
        do { try await work.value } catch { if !work.isCancelled { throw error } }
    }

    /// Stops the server like a first SIGINT.
    package func stop() { if received == nil { receive(SIGINT) } }

    private func receive(_ number: Int32) {
        let (isSecond, continuation) = waiting.withLock { waiting in
            defer { (waiting.received, waiting.continuation) = (number, nil) }
            return (waiting.received != nil, waiting.continuation)
        }
        if isSecond { _exit(128 + number) }
        continuation?.resume()
    }
}
