import Foundation

/// Ends the process with a message if the test does not end.
///
/// A script that nothing stops would hang the run without a word. The time is far beyond any budget; it is a guard, not a measurement.
final class HangGuard: Sendable {
    private let condition = Flag()

    init(_ what: String, seconds: Double = 900) {
        let condition = condition
        let thread = Thread {
            if condition.waitForEnd(seconds) { return }
            FileHandle.standardError.write(Data("nothing stopped: \(what)\n".utf8))
            abort()
        }
        thread.start()
    }

    func end() { condition.end() }
}

private final class Flag: @unchecked Sendable {
    private let condition = NSCondition()
    private var isEnded = false

    func end() {
        condition.lock()
        isEnded = true
        condition.broadcast()
        condition.unlock()
    }

    func waitForEnd(_ seconds: Double) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        let deadline = Date(timeIntervalSinceNow: seconds)
        while !isEnded {
            if !condition.wait(until: deadline) { return isEnded }
        }
        return true
    }
}
