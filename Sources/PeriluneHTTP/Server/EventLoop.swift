import CPeriluneEpoll
import Glibc
import PeriluneCore
import Synchronization

/// A thread that serves its share of a server's connections.
///
/// Unchecked: other threads use only the inbox, and epoll to remove the listening socket.
/// Everything else belongs to the thread.
final class EventLoop: @unchecked Sendable {
    private let core: ServerCore
    private let listener: Int32
    private let epoll: Int32
    /// An eventfd, which is readable when the inbox is not empty.
    private let bell: Int32
    private let inbox = Mutex<[ServerConnection]>([])
    private var connections: [Int32: ServerConnection] = [:]
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    private var clock = ResponseClock()
    var lastResponse = LastResponse()
    /// Whether new connections wait because there are no descriptors left.
    private var isPaused = false

    private static let eventsAtOnce = 256
    private static let acceptsAtOnce = 64
    /// Milliseconds until the loop tries again to accept connections.
    private static let pause: Int32 = 100

    init(_ core: ServerCore, _ listener: Int32) throws(PeriluneError) {
        self.core = core
        self.listener = listener
        epoll = perilune_epoll()
        bell = perilune_bell()
        guard epoll >= 0, bell >= 0, perilune_epoll_add(epoll, bell, perilune_readable), listen()
        else {
            throw PeriluneError(
                .httpListen, "cannot start the HTTP server: \(systemMessage(errno))")
        }
    }

    deinit {
        close(epoll)
        close(bell)
        buffer.deallocate()
    }

    /// The value of a response's Date header.
    var date: String { clock.date }

    /// Serves until the server has stopped.
    func run() {
        var events = [perilune_event](repeating: perilune_event(), count: Self.eventsAtOnce)
        while !core.isStopped {
            let count = perilune_epoll_wait(
                epoll, &events, Int32(events.count), isPaused ? Self.pause : -1)
            if isPaused, !core.isDraining { isPaused = !listen() }
            for event in events.prefix(max(0, Int(count))) { serve(event) }
        }
        for connection in connections.values { end(connection) }
        connections = [:]
        inbox.withLock { $0 = [] }
    }

    /// Resumes a connection whose answer is ready.
    func wake(_ connection: ServerConnection) {
        let isFirst = inbox.withLock { inbox in
            inbox.append(connection)
            return inbox.count == 1
        }
        if isFirst { wake() }
    }

    func wake() {
        var one: UInt64 = 1
        _ = write(bell, &one, 8)
    }

    /// Accepts no more connections.
    func stopAccepting() { _ = perilune_epoll_remove(epoll, listener) }

    private func serve(_ event: perilune_event) {
        let descriptor = event.descriptor
        if descriptor == listener { return accept() }
        if descriptor == bell { return answer() }
        guard let connection = connections[descriptor] else { return }
        let isBroken = event.events & perilune_broken != 0
        if event.events & perilune_readable != 0 || isBroken || connection.transport.waitsForWriting
        {
            connection.receive(buffer)
        } else {
            connection.advance()
        }
        // A broken connection cannot recover, and epoll would report it again and again.
        if isBroken, !connection.isDead, connection.ignoresInput {
            connection.advance()
            forget(connection)
        }
        settle(connection)
    }

    private func answer() {
        var count: UInt64 = 0
        _ = read(bell, &count, 8)
        let woken = inbox.withLock { inbox in
            defer { inbox = [] }
            return inbox
        }
        for connection in woken where !connection.isDead {
            connection.advance()
            settle(connection)
        }
    }

    /// Registers the events that a connection waits for with epoll, or closes the connection.
    private func settle(_ connection: ServerConnection) {
        guard !connection.isDead else {
            connections[connection.socket] = nil
            return end(connection)
        }
        guard !connection.isForgotten else { return }
        let wanted = connection.wanted()
        guard wanted != connection.interest else { return }
        connection.interest = wanted
        _ = perilune_epoll_change(epoll, connection.socket, wanted)
    }

    private func forget(_ connection: ServerConnection) {
        guard !connection.isForgotten else { return }
        connection.isForgotten = true
        _ = perilune_epoll_remove(epoll, connection.socket)
    }

    private func end(_ connection: ServerConnection) {
        connection.isDead = true
        connection.endExchange()
        connection.countBody(0)
        // Removed first, because another thread that finds it in the table may close it.
        core.remove(connection)
        close(connection.socket)
    }

    private func accept() {
        for _ in 0..<Self.acceptsAtOnce where !core.isDraining {
            var address = sockaddr_storage()
            let socket = perilune_accept(listener, &address)
            if socket >= 0 {
                admit(socket, ClientAddress(address))
                continue
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN: return
            case EMFILE, ENFILE:
                core.makeRoom(on: self)
                return pauseAccepting()
            default: return pauseAccepting()
            }
        }
    }

    /// Stops accepting for a while; epoll would report the waiting connections again and again.
    private func pauseAccepting() {
        stopAccepting()
        isPaused = true
    }

    private func admit(_ socket: Int32, _ address: ClientAddress?) {
        var yes: Int32 = 1
        setsockopt(
            socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard let transport = try? Transport(socket: socket, credentials: core.credentials)
        else {
            close(socket)
            return
        }
        let connection = ServerConnection(
            transport, core: core, loop: self, address: core.countedAddress(address))
        guard let victims = core.add(connection) else { return reject(socket) }
        // epoll wakes the loops of the other connections.
        for victim in victims where victim.loop === self {
            victim.isDead = true
            settle(victim)
        }
        connection.interest = perilune_readable
        connections[socket] = connection
        if perilune_epoll_add(epoll, socket, connection.interest) {
            // The request has often arrived already. A connection that is being answered is not replaced.
            connection.receive(buffer)
        } else {
            connection.isDead = true
        }
        settle(connection)
    }

    /// Answers 503 and closes the socket; with TLS, closes it without an answer.
    private func reject(_ socket: Int32) {
        if core.options.certificate == nil {
            var output = ServerOutput()
            output.add(
                ServerAnswer.full.response,
                to: ResponseHead(closes: true, isForHead: false, isHTTP10: false, date: date),
                &lastResponse)
            if let transport = try? Transport(socket: socket, credentials: nil) {
                _ = output.flush(transport)
                transport.endWriting()
                _ = transport.read(into: buffer)
            }
        }
        close(socket)
    }

    private func listen() -> Bool {
        // Wakes only one of the waiting threads.
        perilune_epoll_add(epoll, listener, perilune_readable | perilune_exclusive)
    }
}

/// The Date header of responses, formatted once a second.
private struct ResponseClock {
    private var second = 0
    private var text = ""

    var date: String {
        mutating get {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME_COARSE, &now)
            if now.tv_sec != second {
                second = now.tv_sec
                text = HTTPDate.format(Timestamp(microseconds: Int64(now.tv_sec) * 1_000_000))
            }
            return text
        }
    }
}
