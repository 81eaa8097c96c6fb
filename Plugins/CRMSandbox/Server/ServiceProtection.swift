import CRMPlugin
public import PeriluneCore
import Synchronization

/// Refuses users with too many requests, as CRM does: by number, by working time, and by concurrent requests, in a
/// moving window of five minutes.
public final class ServiceProtection: Sendable {
    /// The limits of a user.
    public struct Limits: Sendable {
        /// Requests in a window.
        public var requests = 6000
        /// Seconds of work in a window.
        public var seconds = 1200.0
        /// Requests at a time.
        public var concurrent = 52
        /// Seconds that a window is long.
        public var window: Int64 = 300

        /// CRM's own limits.
        public init() {}
    }

    /// The requests of a user in a slice of the window.
    private struct WindowSlice {
        var number: Int64
        var requests = 0
        var microseconds: Int64 = 0
    }

    private struct Account {
        var slices: [WindowSlice] = []
        var running = 0
    }

    private let limits: Limits
    private let now: @Sendable () -> Timestamp
    private let accounts = Mutex<[GUID: Account]>([:])
    /// The window moves by a part of itself.
    private static let slices: Int64 = 30

    /// Protection by these limits.
    public init(_ limits: Limits = Limits(), now: @escaping @Sendable () -> Timestamp) {
        self.limits = limits
        self.now = now
    }

    /// Admits a request and returns `nil`, so that `leave` must follow; or returns the fault with the time to wait.
    func enter(_ user: GUID) -> CRMFault? {
        let slice = sliceNumber
        return accounts.withLock { accounts in
            var account = accounts[user] ?? Account()
            account.slices.removeAll { $0.number <= slice - Self.slices }
            defer { accounts[user] = account }
            let requests = account.slices.reduce(0) { $0 + $1.requests }
            let work = account.slices.reduce(0) { $0 + $1.microseconds }
            if account.running >= limits.concurrent {
                return Self.refusal(
                    .throttledConcurrency,
                    "Number of concurrent requests exceeded the limit of \(limits.concurrent).", 1)
            }
            // The oldest slice is the first to make room.
            let oldest = account.slices.first?.number ?? slice
            let wait = (oldest + Self.slices - slice) * limits.window / Self.slices
            if requests >= limits.requests {
                return Self.refusal(
                    .throttledCount,
                    "Number of requests exceeded the limit of \(limits.requests) over time window of \(limits.window) seconds.",
                    wait)
            }
            if Double(work) >= limits.seconds * 1_000_000 {
                return Self.refusal(
                    .throttledTime,
                    "Combined execution time of incoming requests exceeded limit of \(Int(limits.seconds)) seconds over time window of \(limits.window) seconds.",
                    wait)
            }
            if account.slices.last?.number != slice {
                account.slices.append(WindowSlice(number: slice))
            }
            account.slices[account.slices.count - 1].requests += 1
            account.running += 1
            return nil
        }
    }

    /// Ends a request that took so long.
    func leave(_ user: GUID, after microseconds: Int64) {
        accounts.withLock { accounts in
            accounts[user]?.running -= 1
            guard let last = accounts[user]?.slices.indices.last else { return }
            accounts[user]?.slices[last].microseconds += max(0, microseconds)
        }
    }

    private var sliceNumber: Int64 {
        now().microseconds / (limits.window * 1_000_000 / Self.slices)
    }

    private static func refusal(_ code: ErrorCode, _ text: String, _ wait: Int64) -> CRMFault {
        CRMFault(code, text, retryAfter: Double(max(1, wait)))
    }
}
