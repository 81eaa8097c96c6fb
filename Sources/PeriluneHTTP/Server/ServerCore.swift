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
    /// The connections with an open socket; each is removed from the table before its socket is closed.
    private let table: Mutex<ConnectionTable>
    private let stage = Atomic(Stage.serving)
    /// The bytes of bodies that are being received, as far as they count.
    private let bodies = Atomic(0)
    /// The number of bytes of a body that do not count, so that small requests are received also when large ones fill
    /// the memory.
    static let mostUncounted = 64 << 10

    /// The stage of the server's shutdown.
    enum Stage: UInt8, AtomicRepresentable {
        case serving
        /// No new connections are accepted; accepted requests are finished.
        case draining
        /// Requests that still wait for a handler are answered with 503.
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

    /// The credentials for new connections; `nil` without TLS.
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

    /// Enters the next stage; returns false if the server was there already.
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

    /// The bytes of a body that count.
    static func counted(_ received: Int) -> Int { max(0, received - mostUncounted) }

    var bodyBytes: Int { bodies.load(ordering: .relaxed) }

    func countBodies(_ growth: Int) { bodies.wrappingAdd(growth, ordering: .relaxed) }

    /// Whether the body of a connection may go on growing.
    ///
    /// When the memory is full, the connection with the largest body is closed. Otherwise, a few clients that send slowly
    /// would keep all others from sending.
    func makesRoom(for connection: ServerConnection, _ growth: Int) -> Bool {
        guard growth > 0, bodyBytes > options.bodyMemory else { return true }
        return table.withLock { table in
            let largest = table.connections.values.max { $0.receivedBody < $1.receivedBody }
            guard let largest, largest.receivedBody > connection.receivedBody else { return false }
            replaced.increment()
            // Its loop frees the memory soon; until then, it must not be chosen again.
            largest.countBody(0)
            shutdown(largest.socket, Int32(SHUT_RDWR))
            return true
        }
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

    /// Closes the connection that has waited longest, because there are no descriptors left.
    func makeRoom(on loop: EventLoop) { _ = table.withLock { $0.makeRoom(for: nil, on: loop) } }

    /// The address, if connections from it are counted.
    func countedAddress(_ address: ClientAddress?) -> ClientAddress? {
        guard let address, options.connectionsPerAddress > 0,
            !options.uncountedAddresses.contains(where: { $0.contains(address) })
        else { return nil }
        return address
    }

    /// Enforces the deadlines until the server has stopped.
    func enforceDeadlines() {
        while !isStopped {
            usleep(limits.microsecondsBetweenLooks)
            for connection in closeExpired() { connection.answer(nil, ServerAnswer.late.response) }
        }
    }

    /// Closes connections with slow clients, and returns those with slow handlers.
    private func closeExpired() -> [ServerConnection] {
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

    /// Closes idle connections; a request that has already arrived is still read.
    ///
    /// - Parameter age: How many milliseconds a new connection is kept.
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

    /// Answers requests that wait for a handler with 503, and closes connections that wait for a client.
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
