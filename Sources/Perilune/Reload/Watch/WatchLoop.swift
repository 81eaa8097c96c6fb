internal import Glibc

/// The loop of a watcher's thread: waits, collects changes, and reports them after a pause.
struct WatchLoop {
    private let files: @Sendable () -> [String]
    private let inotify = Inotify()
    private var names = WatchedNames([])
    private var known: [String] = []
    private var marks = FileMarks([])
    /// Whether the system reports changes in all folders; otherwise the files are checked more often.
    private var isNotified = false
    /// The times of the first and the last change that were not reported yet.
    private var first: Time?
    private var last = Time(milliseconds: 0)
    /// Files that are being written, each with its folder.
    private var unfinished: Set<String> = []

    /// The pause without changes after which they are reported, in milliseconds.
    private static let quiet = 100
    /// The longest time to wait while changes continue or a file stays open, in milliseconds.
    private static let longest = 5000
    /// The time between two looks at the files, in milliseconds.
    private static let look = (notified: 2000, polling: 250)

    init(_ files: @escaping @Sendable () -> [String]) {
        self.files = files
        // The first look counts as a change: a file may have been written before it was watched.
        refresh()
    }

    /// Waits for a change; false if the watcher is to stop.
    mutating func waitForChange(_ control: WatchControl) -> Bool {
        while !control.isStopped {
            let wasWoken = wait(control)
            if wasWoken {
                control.settle()
                refresh()
            }
            gather()
            guard let first else { continue }
            let now = Time.now
            let isLate = now - first >= Self.longest
            guard isLate || (now - last >= Self.quiet && unfinished.isEmpty) else { continue }
            self.first = nil
            unfinished = []
            refresh()
            return !control.isStopped
        }
        return false
    }

    /// Returns true if the thread was woken; otherwise there may be changes, or the time is up.
    private func wait(_ control: WatchControl) -> Bool {
        var requests = [pollfd(fd: control.wake, events: Int16(POLLIN), revents: 0)]
        if let inotify {
            requests.append(pollfd(fd: inotify.descriptor, events: Int16(POLLIN), revents: 0))
        }
        let pause = isNotified ? Self.look.notified : Self.look.polling
        let time = first == nil ? pause : min(pause, Self.quiet)
        unsafe poll(&requests, UInt(requests.count), Int32(time))
        return requests[0].revents != 0
    }

    private mutating func gather() {
        for change in inotify?.changes() ?? [] { handle(change) }
        let marks = FileMarks(known)
        guard marks != self.marks else { return }
        self.marks = marks
        touch()
    }

    private mutating func handle(_ change: Inotify.Change) {
        // The folder itself was removed, or events were lost.
        guard !change.name.isEmpty else { return touch() }
        guard names.concerns(change.name, in: change.folder) else { return }
        let file = "\(change.folder)/\(change.name)"
        if change.has(Int(IN_MODIFY)) {
            unfinished.insert(file)
        } else {
            unfinished.remove(file)
        }
        touch()
    }

    private mutating func touch() {
        last = .now
        if first == nil { first = last }
    }

    /// Reads which files to watch, and watches their folders.
    private mutating func refresh() {
        let files = files()
        let names = WatchedNames(files)
        isNotified = inotify?.watch(Set(names.names.keys)) ?? false
        self.names = names
        guard files != known else { return }
        known = files
        marks = FileMarks(files)
        touch()
    }
}

/// A time of a monotonic clock.
private struct Time {
    let milliseconds: Int

    static var now: Time {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Time(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
    }

    static func - (one: Time, other: Time) -> Int { one.milliseconds - other.milliseconds }
}
