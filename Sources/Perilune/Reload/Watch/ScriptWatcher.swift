internal import Glibc
package import PeriluneCore
internal import PeriluneHTTP
internal import Synchronization

/// Tells when files may have changed: once for many changes in a row, and not while one is being written.
///
/// Inotify tells of folders, which it takes for editors that write another file and rename it. Every two
/// seconds the files are looked at too, for file systems that tell nothing.
package final class ScriptWatcher: Sendable {
    /// One element for each time that something has changed; what comes meanwhile is one more.
    package let changes: AsyncStream<Void>
    private let control: WatchControl

    /// Watches files, which may be others each time that it asks.
    package init(_ files: @escaping @Sendable () -> [String]) throws(PeriluneError) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        changes = stream
        let control = WatchControl()
        self.control = control
        let started = startThread {
            var loop = WatchLoop(files)
            while loop.waitForChange(control) { continuation.yield() }
            continuation.finish()
        }
        guard started else {
            throw PeriluneError("reload.watch", "cannot create a thread to watch files")
        }
    }

    deinit { control.stop() }

    /// Asks for the files again: others may be needed now.
    package func refresh() { control.refresh() }

    /// Ends the watching, and with it `changes`.
    package func stop() { control.stop() }
}

/// By what a watcher's thread is told things.
final class WatchControl: Sendable {
    /// What the thread waits on beside the files: the other end of a pipe.
    let wake: Int32
    private let waker: Int32
    private let stopped = Atomic(false)

    init() {
        var ends: [Int32] = [-1, -1]
        unsafe pipe(&ends)
        (wake, waker) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(wake)
        close(waker)
    }

    var isStopped: Bool { stopped.load(ordering: .relaxed) }

    func stop() {
        stopped.store(true, ordering: .relaxed)
        refresh()
    }

    /// A pipe that is full wakes as well.
    func refresh() { unsafe write(waker, [1], 1) }

    /// Forgets that it was woken.
    func settle() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(wake, &bytes, bytes.count) > 0 {}
    }
}
