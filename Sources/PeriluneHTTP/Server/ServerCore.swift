import CMicroHTTPD
import Glibc
import PeriluneCore
import Synchronization

/// What the library's callbacks and the watchdog share.
///
/// Unchecked for the daemon's address, which is set before anybody else has this object.
final class ServerCore: @unchecked Sendable {
    let options: HTTPServerOptions
    let handler: any HTTPHandler
    let limits: PhaseLimits
    let accepted = Counter()
    let requests = Counter()
    private let connections = Mutex<[ObjectIdentifier: ServerConnection]>([:])
    private let stage = Atomic(Stage.serving)

    /// How far the end of the server is.
    enum Stage: UInt8, AtomicRepresentable {
        case serving
        /// No new connections; what was accepted is finished.
        case draining
        /// Whatever still waits for a handler gets 503.
        case stopping
        case stopped
    }

    init(_ options: HTTPServerOptions, _ handler: any HTTPHandler) {
        self.options = options
        self.handler = handler
        limits = PhaseLimits(options.deadlines)
    }

    var isDraining: Bool { stage.load(ordering: .acquiring) != .serving }
    var isStopping: Bool { stage.load(ordering: .acquiring).rawValue >= Stage.stopping.rawValue }
    var openConnections: Int { connections.withLock { $0.count } }

    /// Moves on; false where the server was already there.
    func enter(_ next: Stage) -> Bool {
        var now = stage.load(ordering: .acquiring)
        while now.rawValue < next.rawValue {
            let (exchanged, original) = stage.weakCompareExchange(
                expected: now, desired: next, ordering: .acquiringAndReleasing)
            if exchanged { return true }
            now = original
        }
        return false
    }

    func add(_ connection: ServerConnection) {
        accepted.increment()
        connections.withLock { $0[ObjectIdentifier(connection)] = connection }
    }

    /// Called before the socket is closed: as long as a connection is listed its socket is its own.
    func remove(_ connection: ServerConnection) {
        connections.withLock { $0[ObjectIdentifier(connection)] = nil }
    }

    /// Ends what is over its time, until the server has stopped.
    func watch() {
        while stage.load(ordering: .acquiring) != .stopped {
            usleep(limits.microsecondsBetweenLooks)
            for connection in overdue() { connection.answer(nil, ServerAnswer.late.response) }
        }
    }

    /// Cuts connections off whose client is slow, and returns those whose handler is.
    private func overdue() -> [ServerConnection] {
        connections.withLock { connections in
            connections.values.filter { connection in
                let phase = connection.phase
                guard limits.isOver(phase) else { return false }
                if phase.phase == .answer { return true }
                shutdown(connection.socket, Int32(SHUT_RDWR))
                return false
            }
        }
    }

    /// Closes connections that wait for nothing; a request that has already come is still read.
    ///
    /// - Parameter age: Milliseconds that a new connection is left alone.
    func closeIdle(freshAfter age: UInt64 = 0) {
        connections.withLock { connections in
            for connection in connections.values {
                let phase = connection.phase
                guard phase.phase == .idle || phase.phase == .fresh && phase.age >= age else {
                    continue
                }
                shutdown(connection.socket, Int32(SHUT_RD))
            }
        }
    }

    /// Answers whatever waits for a handler, and cuts off whatever waits for a client.
    func abort() {
        let all = connections.withLock { connections in
            for connection in connections.values where connection.phase.phase != .answer {
                shutdown(connection.socket, Int32(SHUT_RDWR))
            }
            return Array(connections.values)
        }
        for connection in all { connection.answer(nil, ServerAnswer.stopping.response) }
    }
}
