internal import Glibc
package import PeriluneCore
internal import PeriluneHTTP
internal import Synchronization

/// Reports when files may have changed: once for several changes in a row, and not while a file is being written.
///
/// It watches folders with inotify, because editors often write another file and rename it. It also checks the files
/// every two seconds, for file systems that report no changes.
package final class ScriptWatcher: Sendable {
    /// One element for each change; changes that occur before the element is read are combined.
    package let changes: AsyncStream<Void>
    private let control: WatchControl

    /// Watches the files that the closure returns; the watcher calls it again after each change.
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

    /// Makes the watcher call the closure again, because other files may be needed now.
    package func refresh() { control.refresh() }

    /// Stops watching, and ends `changes`.
    package func stop() { control.stop() }
}

/// Sends commands to a watcher's thread.
final class WatchControl: Sendable {
    /// The reading end of a pipe, on which the thread waits in addition to the files.
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

    /// Wakes the thread; if the pipe is full, it is awake already.
    func refresh() { unsafe write(waker, [1], 1) }

    /// Empties the pipe after a wake-up.
    func settle() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(wake, &bytes, bytes.count) > 0 {}
    }
}
