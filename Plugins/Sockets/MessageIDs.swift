import PeriluneCore
import Synchronization

/// Numbers for messages, from which codecs make the ids of events.
///
/// A number is the arrival in microseconds since 1970, or one more than the last number. A message has no position in
/// a log and is never repeated. Numbers of different runs differ, so that effects of different messages have
/// different identities; their order is that of arrival.
final class MessageIDs: Sendable {
    private let last = Mutex<Int64>(0)

    /// Reserves so many numbers, and returns the first one.
    func reserve(_ count: Int, at now: Timestamp) -> Int {
        last.withLock { last in
            let first = max(now.microseconds, last + 1)
            last = first + Int64(count) - 1
            return Int(first)
        }
    }
}
