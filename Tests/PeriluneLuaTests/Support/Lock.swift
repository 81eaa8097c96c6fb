import Foundation

/// A lock around a few lines.
final class Lock: Sendable {
    private let lock = NSLock()

    func run<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }
}
