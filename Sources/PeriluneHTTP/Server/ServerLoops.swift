import Glibc
import PeriluneCore
import Synchronization

/// The threads of a server and the listening socket that they share.
final class ServerLoops: Sendable {
    private let core: ServerCore
    private let socket: ListeningSocket
    private let loops: [EventLoop]
    private let end = ServerEnd()

    init(_ core: ServerCore) throws(PeriluneError) {
        let options = core.options
        let socket =
            if let inherited = options.inherited {
                ListeningSocket(inherited)
            } else if let path = options.socket {
                try ListeningSocket(path: path)
            } else {
                try ListeningSocket(address: options.address, port: options.port)
            }
        self.core = core
        self.socket = socket
        do throws(PeriluneError) {
            var loops: [EventLoop] = []
            for _ in 0..<max(1, options.threads) {
                loops.append(try EventLoop(core, socket.descriptor))
            }
            self.loops = loops
        } catch {
            socket.close()
            throw error
        }
        try start()
    }

    var port: UInt16 { socket.port }

    /// Whether new connections wait for the next process.
    var isInherited: Bool { socket.isInherited }

    private func start() throws(PeriluneError) {
        let (socket, end, core) = (socket, end, core)
        var hasStarted = startThread { core.enforceDeadlines() }
        for loop in loops where hasStarted {
            end.begin()
            hasStarted = startThread {
                loop.run()
                end.end { socket.close() }
            }
            if !hasStarted { end.end { socket.close() } }
        }
        guard hasStarted else {
            _ = core.enter(.stopped)
            for loop in loops { loop.wake() }
            throw PeriluneError(.httpListen, "cannot create a thread for the HTTP server")
        }
    }

    /// Accepts no more connections.
    func quiesce() {
        for loop in loops { loop.stopAccepting() }
        // The socket is closed only after the threads end, because they may still use it. An
        // inherited socket keeps listening: its connections wait for the next process.
        if !isInherited { shutdown(socket.descriptor, Int32(SHUT_RDWR)) }
    }

    /// Waits for the threads of a server that has stopped.
    func stop() async {
        for loop in loops { loop.wake() }
        await withCheckedContinuation { continuation in end.whenStopped { continuation.resume() } }
    }
}

/// Counts running threads, to clean up after the last one.
private final class ServerEnd: Sendable {
    private struct State {
        var running = 0
        var isOver = false
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    func begin() { state.withLock { $0.running += 1 } }

    func end(_ last: () -> Void) {
        let waiting = state.withLock { state -> [@Sendable () -> Void] in
            state.running -= 1
            guard state.running == 0 else { return [] }
            last()
            state.isOver = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for resume in waiting { resume() }
    }

    func whenStopped(_ resume: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.waiting.append(resume) }
            return state.isOver
        }
        if isOver { resume() }
    }
}
