internal import CPerilunePlugin
internal import PeriluneCore
internal import Synchronization

/// The calls without an answer, by number.
///
/// The other side gets a number instead of an address, so that an answer that comes twice or too late does no harm.
enum PendingAnswers {
    typealias Answer = Result<Message, PeriluneError>

    private enum Place {
        case empty
        case filled(Answer)
        case awaited(CheckedContinuation<Answer, Never>, until: ContinuousClock.Instant?)

        func isLate(at time: ContinuousClock.Instant) -> Bool {
            guard case .awaited(_, let end?) = self else { return false }
            return end < time
        }
    }

    private struct Table {
        var last: UInt = 0
        var places: [UInt: Place] = [:]
        /// Whether a task checks for late answers.
        var isWatched = false

        mutating func add(_ place: Place) -> UInt {
            last += 1
            places[last] = place
            return last
        }
    }

    private static let table = Mutex(Table())

    /// Adds a call that is answered before it returns.
    static func open() -> UInt { table.withLock { $0.add(.empty) } }

    /// Removes a call; returns its answer.
    static func close(_ number: UInt) -> Answer? {
        let place = table.withLock { $0.places.removeValue(forKey: number) }
        guard case .filled(let answer) = place else { return nil }
        return answer
    }

    /// Adds a call that waits for its answer, up to a time limit that is exact to about a second.
    static func open(
        _ continuation: CheckedContinuation<Answer, Never>, limit: Duration?
    ) -> UInt {
        let (number, starts) = table.withLock { table in
            let number = table.add(
                .awaited(continuation, until: limit.map { ContinuousClock.now + $0 }))
            let starts = limit != nil && !table.isWatched
            if starts { table.isWatched = true }
            return (number, starts)
        }
        if starts { Task { await watch() } }
        return number
    }

    /// Ends calls whose time limit has passed, as long as there are calls with a limit.
    private static func watch() async {
        while true {
            try? await Task.sleep(for: .seconds(1))
            let (late, goesOn) = table.withLock { table in
                let now = ContinuousClock.now
                let late = table.places.filter { $0.value.isLate(at: now) }.map(\.key)
                table.isWatched = table.places.contains { place in
                    if case .awaited(_, until: .some) = place.value { true } else { false }
                }
                return (late, table.isWatched)
            }
            for number in late {
                fill(
                    number, .failure(.init("plugin.time", "timed out while waiting for the plugin"))
                )
            }
            if !goesOn { return }
        }
    }

    /// Passes an answer to its call, if that still exists.
    static func fill(_ number: UInt, _ answer: Answer) {
        let waiting: CheckedContinuation<Answer, Never>? = table.withLock { table in
            switch table.places[number] {
            case .empty:
                table.places[number] = .filled(answer)
                return nil
            case .awaited(let continuation, _):
                table.places[number] = nil
                return continuation
            case .filled, nil: return nil
            }
        }
        waiting?.resume(returning: answer)
    }

    /// The C function for answers.
    static let take: perilune_answer = { context, failed, message in
        let number = UInt(bitPattern: context)
        do throws(PeriluneError) {
            let message = try Message(message)
            fill(
                number,
                failed ? .failure(PeriluneError(wireValue: message.json)) : .success(message))
        } catch {
            fill(number, .failure(error))
        }
    }
}
