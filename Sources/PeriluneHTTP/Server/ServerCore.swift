import Glibc
import PeriluneCore
import Synchronization

/// The state that the event loops and the watchdog share.
final class ServerCore: Sendable {
    let options: HTTPServerOptions
    let handler: any HTTPHandler
    let limits: PhaseLimits
    let accepted = Counter()
    /// Connections that were rejected, and those that were replaced.
    let rejected = Counter()
    let replaced = Counter()
    let requests = Counter()
    private let currentCredentials: Mutex<TLSCredentials?>
    /// The connections with an open socket: each leaves the table before its socket is closed.
    private let table: Mutex<ConnectionTable>
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

    init(_ options: HTTPServerOptions, _ handler: any HTTPHandler) throws(PeriluneError) {
        currentCredentials = Mutex(
            try options.certificate.map { (files) throws(PeriluneError) in
                try TLSCredentials(files)
            })
        self.options = options
        self.handler = handler
        limits = PhaseLimits(options.deadlines)
        table = Mutex(
            ConnectionTable(
                limit: options.connections, limitPerAddress: options.connectionsPerAddress))
    }

    /// Those of new connections; `nil` without TLS.
    var credentials: TLSCredentials? { currentCredentials.withLock(\.self) }

    /// Reads the files of the certificate again; returns whether they have changed.
    func rereadCredentials() throws(PeriluneError) -> Bool {
        guard let files = options.certificate else { return false }
        let next = try TLSCredentials(files)
        return currentCredentials.withLock { current in
            guard current?.fingerprint != next.fingerprint else { return false }
            current = next
            return true
        }
    }

    var isDraining: Bool { stage.load(ordering: .acquiring) != .serving }
    var isStopping: Bool { stage.load(ordering: .acquiring).rawValue >= Stage.stopping.rawValue }
    var isStopped: Bool { stage.load(ordering: .acquiring) == .stopped }
    var openConnections: Int { table.withLock { $0.count } }

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

    /// Adds a connection, and returns the connections that it replaces; `nil` if it is rejected.
    func add(_ connection: ServerConnection) -> [ServerConnection]? {
        guard let victims = table.withLock({ $0.add(connection) }) else {
            rejected.increment()
            return nil
        }
        accepted.increment()
        replaced.increment(by: victims.count)
        return victims
    }

    func remove(_ connection: ServerConnection) { table.withLock { $0.remove(connection) } }

    /// Cuts off who has waited longest, for want of descriptors.
    func makeRoom(on loop: EventLoop) { _ = table.withLock { $0.makeRoom(for: nil, on: loop) } }

    /// The address, if connections from it are counted.
    func counted(_ address: ClientAddress?) -> ClientAddress? {
        guard let address, options.connectionsPerAddress > 0,
            !options.uncountedAddresses.contains(where: { $0.contains(address) })
        else { return nil }
        return address
    }

    /// Ends what is over its time, until the server has stopped.
    func watch() {
        while !isStopped {
            usleep(limits.microsecondsBetweenLooks)
            for connection in overdue() { connection.answer(nil, ServerAnswer.late.response) }
        }
    }

    /// Cuts connections off whose client is slow, and returns those whose handler is.
    private func overdue() -> [ServerConnection] {
        table.withLock { table in
            table.connections.values.filter { connection in
                let phase = connection.phase
                guard limits.isOver(phase, received: connection.receivedBody) else { return false }
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
        table.withLock { table in
            for connection in table.connections.values {
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
        let all = table.withLock { table in
            for connection in table.connections.values where connection.phase.phase != .answer {
                shutdown(connection.socket, Int32(SHUT_RDWR))
            }
            return Array(table.connections.values)
        }
        for connection in all { connection.answer(nil, ServerAnswer.stopping.response) }
    }
}
