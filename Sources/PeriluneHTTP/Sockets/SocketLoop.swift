import CPeriluneEpoll
import Glibc
import PeriluneCore
import Synchronization

/// The thread that reads a socket: datagrams, or the connections that it accepts.
///
/// Unchecked: other threads only use the eventfd and read counts. Everything else belongs to the thread.
final class SocketLoop: @unchecked Sendable {
    private let listener: Int32
    private let isStream: Bool
    private let options: SocketOptions
    private let arrivals: SocketArrivals
    private let epoll: Int32
    /// An eventfd, which is readable when messages were taken or the loop has to end.
    private let bell: Int32
    private var connections: [Int32: SocketConnection] = [:]
    private let buffer: UnsafeMutableRawBufferPointer
    private let datagramsAtOnce: Int
    private var nextCheck = ContinuousClock.now
    private let refused = Atomic(0)
    /// The kernel's count of dropped datagrams while the socket was last open.
    private let dropped = Atomic(0)

    private static let mostDatagrams = 64
    /// The size of the buffer for datagrams that are received together, unless a single one may be larger.
    private static let datagramBytes = 4 << 20
    /// How often a connection is read when the loop ends.
    private static let lastReads = 64
    /// The interval between checks of idle connections, in milliseconds.
    private static let tick: Int32 = 1000

    init(
        _ listener: Int32, isStream: Bool, _ options: SocketOptions, _ arrivals: SocketArrivals
    ) throws(PeriluneError) {
        self.listener = listener
        self.isStream = isStream
        self.options = options
        self.arrivals = arrivals
        datagramsAtOnce = min(
            Self.mostDatagrams, max(1, Self.datagramBytes / options.messageLimit))
        buffer = .allocate(
            byteCount: isStream ? 64 << 10 : options.messageLimit * datagramsAtOnce, alignment: 16)
        epoll = perilune_epoll()
        bell = perilune_bell()
        if !isStream {
            perilune_set_receive_buffer(listener, Int32(options.receiveBuffer))
        }
        guard epoll >= 0, bell >= 0, perilune_epoll_add(epoll, bell, perilune_readable),
            perilune_epoll_add(epoll, listener, perilune_readable)
        else {
            throw PeriluneError("socket.listen", "cannot watch a socket: \(systemMessage(errno))")
        }
    }

    deinit {
        close(epoll)
        close(bell)
        buffer.deallocate()
    }

    var lost: Int { refused.load(ordering: .relaxed) + dropped.load(ordering: .relaxed) }

    func wake() {
        var one: UInt64 = 1
        _ = write(bell, &one, 8)
    }

    /// Reads until the loop is stopped.
    func run() {
        var events = [perilune_event](repeating: perilune_event(), count: 64)
        while !arrivals.isStopping {
            noteDropped()
            if arrivals.isFull {
                waitForRoom()
                continue
            }
            let wait = connections.isEmpty && isStream ? -1 : Self.tick
            let count = perilune_epoll_wait(epoll, &events, Int32(events.count), wait)
            for event in events.prefix(max(0, Int(count))) { serve(event.descriptor) }
            closeIdle()
        }
        // Senders consider datagrams in the kernel's buffer as delivered, so they are still read, within the limit.
        if !isStream, !arrivals.isFull { receive() }
        for connection in connections.values {
            for _ in 0..<Self.lastReads
            where arrivals.isFull || !read(connection, atLast: true) { break }
            end(connection)
        }
        noteDropped()
    }

    private func serve(_ descriptor: Int32) {
        if descriptor == bell {
            clearBell()
        } else if descriptor == listener {
            if isStream { accept() } else { receive() }
        } else if let connection = connections[descriptor], !read(connection) {
            end(connection)
        }
    }

    private func clearBell() {
        var count: UInt64 = 0
        _ = Glibc.read(bell, &count, 8)
    }

    /// Waits until messages are taken; meanwhile, connections do not count as idle.
    private func waitForRoom() {
        var descriptor = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
        _ = poll(&descriptor, 1, Self.tick)
        clearBell()
        let now = ContinuousClock.now
        for connection in connections.values { connection.lastRead = now }
    }

    private func receive() {
        var lengths = [Int32](repeating: 0, count: datagramsAtOnce)
        let limit = options.messageLimit
        while true {
            let count = Int(
                perilune_receive_datagrams(
                    listener, buffer.baseAddress, Int32(limit), Int32(datagramsAtOnce),
                    &lengths))
            guard count > 0 else { return }
            arrivals.add { messages in
                for (number, length) in lengths.prefix(count).enumerated() {
                    let start = number * limit
                    let piece = buffer[start..<(start + min(Int(length), limit))]
                    messages.append(
                        UnsafeRawBufferPointer(rebasing: piece),
                        Int(length) > limit ? MessageFraming.tooLong(limit) : nil)
                }
            }
            if count < datagramsAtOnce || arrivals.isFull { return }
        }
    }

    private func accept() {
        while true {
            var address = sockaddr_storage()
            let socket = perilune_accept(listener, &address)
            guard socket >= 0 else {
                // There are no descriptors left; the next tick tries again.
                if errno == EMFILE || errno == ENFILE { usleep(10_000) }
                return
            }
            guard connections.count < options.connectionLimit,
                perilune_epoll_add(epoll, socket, perilune_readable)
            else {
                refused.add(1, ordering: .relaxed)
                close(socket)
                continue
            }
            connections[socket] = SocketConnection(
                socket, MessageFraming(options.framing, limit: options.messageLimit))
        }
    }

    /// Reads a connection once, so that all connections take turns; returns false at the end.
    private func read(_ connection: SocketConnection, atLast: Bool = false) -> Bool {
        let count = recv(connection.socket, buffer.baseAddress, buffer.count, 0)
        if count < 0 { return !atLast && (errno == EAGAIN || errno == EINTR) }
        guard count > 0 else { return false }
        connection.lastRead = .now
        var isUnderstood = true
        arrivals.add { messages in
            isUnderstood = connection.framing.read(
                UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &messages)
        }
        return isUnderstood
    }

    private func end(_ connection: SocketConnection) {
        connections[connection.socket] = nil
        arrivals.add { connection.framing.end(into: &$0) }
        close(connection.socket)
    }

    private func closeIdle() {
        let now = ContinuousClock.now
        guard !connections.isEmpty, now >= nextCheck else { return }
        nextCheck = now + .milliseconds(Int(Self.tick))
        let oldest = now - options.idleTime
        for connection in connections.values where connection.lastRead < oldest { end(connection) }
    }

    private func noteDropped() {
        guard !isStream else { return }
        let count = perilune_dropped_datagrams(listener)
        if count > 0 { dropped.store(Int(count), ordering: .relaxed) }
    }
}

/// A connection from which messages are received.
private final class SocketConnection {
    let socket: Int32
    var framing: MessageFraming
    var lastRead = ContinuousClock.now

    init(_ socket: Int32, _ framing: MessageFraming) {
        self.socket = socket
        self.framing = framing
    }
}
