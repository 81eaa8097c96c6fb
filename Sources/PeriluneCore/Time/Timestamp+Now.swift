internal import Glibc

extension Timestamp {
    /// The time of the clock on the wall, for what is told to people and other systems and never to scripts.
    package static var now: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
