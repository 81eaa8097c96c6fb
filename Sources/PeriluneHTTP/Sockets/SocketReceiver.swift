import CPeriluneEpoll
import Glibc
package import PeriluneCore
import Synchronization

/// Receives messages at a socket, on a thread of its own.
///
/// ``next()`` returns what has arrived. While too much waits to be taken, the thread reads nothing: senders of a
/// connection wait, and the kernel drops datagrams.
package final class SocketReceiver: Sendable {
    /// The port that was bound; 0 for a Unix socket.
    package let port: UInt16
    private let listener: ListeningSocket
    private let loop: SocketLoop
    private let arrivals: SocketArrivals
    private let hasStarted = Atomic(false)

    /// Opens the socket; messages wait in the kernel until ``start()``.
    ///
    /// - Throws: `socket.listen` if that fails.
    package init(_ place: SocketPlace, _ options: SocketOptions) throws(PeriluneError) {
        listener = try place.listen(mode: options.mode)
        port = listener.port
        arrivals = SocketArrivals(limit: options.waitingBytes)
        do throws(PeriluneError) {
            loop = try SocketLoop(listener.descriptor, isStream: place.isStream, options, arrivals)
        } catch {
            listener.close()
            throw error
        }
    }

    deinit { if !hasStarted.load(ordering: .relaxed) { listener.close() } }

    /// Starts the thread.
    package func start() throws(PeriluneError) {
        hasStarted.store(true, ordering: .relaxed)
        let (loop, listener, arrivals) = (loop, listener, arrivals)
        let isRunning = startThread {
            loop.run()
            listener.close()
            arrivals.end()
        }
        guard isRunning else {
            listener.close()
            throw PeriluneError("socket.listen", "cannot create a thread for a socket")
        }
    }

    /// All messages that have arrived, at least one; `nil` at the end.
    package func next() async -> SocketMessages? {
        let messages = await arrivals.next()
        loop.wake()
        return messages
    }

    /// Ends the thread; messages that it has read can still be taken.
    package func stop() {
        arrivals.stop()
        loop.wake()
    }

    /// The number of datagrams that the kernel dropped, and of connections that were refused.
    package var lost: Int { loop.lost }
}

/// Passes messages from the thread that reads to the task that takes them.
final class SocketArrivals: Sendable {
    private struct State {
        var messages = SocketMessages()
        var isStopping = false
        var hasEnded = false
        var waiting: CheckedContinuation<SocketMessages?, Never>?
    }

    private let state = Mutex(State())
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var isStopping: Bool { state.withLock(\.isStopping) }

    /// Whether reading must pause.
    var isFull: Bool { state.withLock { $0.messages.size >= limit } }

    /// Adds messages, and resumes the waiting task.
    func add(_ add: (inout SocketMessages) -> Void) {
        let waiting = state.withLock {
            state -> (CheckedContinuation<SocketMessages?, Never>, SocketMessages)? in
            add(&state.messages)
            guard state.messages.count > 0, let waiting = state.waiting else { return nil }
            state.waiting = nil
            defer { state.messages = SocketMessages() }
            return (waiting, state.messages)
        }
        if let (waiting, messages) = waiting { waiting.resume(returning: messages) }
    }

    func next() async -> SocketMessages? {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> SocketMessages?? in
                if state.messages.count > 0 {
                    defer { state.messages = SocketMessages() }
                    return .some(state.messages)
                }
                if state.hasEnded { return .some(nil) }
                state.waiting = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    func stop() { state.withLock { $0.isStopping = true } }

    func end() {
        let waiting = state.withLock { state in
            state.hasEnded = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: nil)
    }
}
