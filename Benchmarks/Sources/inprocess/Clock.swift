internal import Glibc

/// Clocks, in nanoseconds.
///
/// Machines are shared: what a process used says more than what it took.
enum Clock {
    /// What all threads of this process have used.
    static var processor: Double { read(CLOCK_PROCESS_CPUTIME_ID) }
    /// What a clock on the wall shows.
    static var wall: Double { read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
