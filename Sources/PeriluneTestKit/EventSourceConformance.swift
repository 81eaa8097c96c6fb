public import PeriluneCore
internal import Synchronization

/// Checks that an event source loses and repeats no event, also if the process ends between any two calls.
///
/// ```swift
/// @Test func keepsToTheRulesOfSources() async {
///     let problems = await EventSourceConformance.check(
///         prepare: { events in try write(events, to: folder) }, make: { Spool(folder) })
///     #expect(problems.isEmpty)
/// }
/// ```
public enum EventSourceConformance {
    /// Runs the source with a simulated host that stores events, refuses them, loses answers and ends.
    ///
    /// - Parameters:
    ///   - limit: How long the source may take to deliver the events, and to end.
    ///   - prepare: Puts these events, in order, where the source finds them, and nothing else.
    ///   - make: Creates the source, as after a start of the process; the previous source has ended.
    /// - Returns: A sentence for each violation.
    public static func check(
        limit: Duration = .seconds(30), prepare: ([Event]) async throws -> Void,
        make: () async throws -> any EventSource
    ) async -> [String] {
        var problems: [String] = []
        for (name, faults) in cases {
            do {
                try await prepare(events)
                problems += try await check(faults, limit, make).map { "\(name): \($0)" }
            } catch {
                problems.append("\(name): \(error)")
            }
        }
        return problems
    }

    /// Runs all cases concurrently, for a source that starts slowly; each case has its own place.
    package static func checkConcurrently<Place: Sendable>(
        limit: Duration = .seconds(60), prepare: ([Event]) async throws -> Place,
        make: @escaping @Sendable (Place) async throws -> any EventSource
    ) async throws -> [String] {
        var places: [Place] = []
        for _ in cases { places.append(try await prepare(events)) }
        return await withTaskGroup(of: [String].self) { group in
            for ((name, faults), place) in zip(cases, places) {
                group.addTask {
                    do {
                        return try await check(faults, limit) { try await make(place) }
                            .map { "\(name): \($0)" }
                    } catch {
                        return ["\(name): \(error)"]
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    private static func check(
        _ faults: [Int: Fault], _ limit: Duration, _ make: () async throws -> any EventSource
    ) async throws -> [String] {
        let host = TestHost(faults)
        while try await !run(try await make(), host, limit) {}
        return host.problems
    }

    /// The ids of the test events, which are searched in the text of a delivered event.
    private static let ids = (1...6).map { "conformance-\($0)" }

    private static let events = ids.enumerated().map { number, id in
        Event(
            id: id, source: "/conformance", type: "conformance.event",
            data: ["number": .integer(Int64(number))])
    }

    /// A fault at a call of `deliver`; calls are counted from 0.
    private enum Fault {
        /// The host refuses the events because it is full.
        case refused
        /// The host stores the events and ends before it answers.
        case answerLost
        /// The host ends without storing the events.
        case ended
        /// The host ends after it has answered.
        case endedAfterwards
    }

    private static var cases: [(String, [Int: Fault])] {
        var cases: [(String, [Int: Fault])] = [("without a fault", [:])]
        for call in ids.indices {
            let place = "at delivery \(call + 1)"
            cases.append(("a lost answer \(place)", [call: .answerLost]))
            cases.append(("an end \(place)", [call: .ended]))
            cases.append(("an end after delivery \(call + 1)", [call: .endedAfterwards]))
            cases.append(("a full host \(place)", [call: .refused, call + 1: .refused]))
        }
        return cases
    }

    /// Runs the source until the host ends or all events have arrived; returns whether they have.
    private static func run(
        _ source: any EventSource, _ host: TestHost, _ limit: Duration
    ) async throws -> Bool {
        host.begin()
        let task = Task {
            do {
                try await source.run { delivery throws(PeriluneError) in try host.receive(delivery)
                }
                host.noteReturn(nil)
            } catch {
                host.noteReturn("\(error)")
            }
        }
        let start = ContinuousClock.now
        while !host.hasEnded, !host.isComplete, host.returned == nil, .now - start < limit {
            try await Task.sleep(for: .milliseconds(2))
        }
        // Wait for repeated deliveries.
        if host.isComplete, !host.hasEnded { try await Task.sleep(for: .milliseconds(20)) }
        let hasEnded = host.hasEnded
        if !hasEnded, let reason = host.returned {
            throw ConformanceProblem("run returned by itself\(reason)")
        }
        task.cancel()
        try await within(limit, "run did not return after it was cancelled") { await task.value }
        host.end()
        // Wait for deliveries of tasks that the source has left running.
        try await Task.sleep(for: .milliseconds(10))
        if hasEnded { return false }
        guard host.isComplete else { throw ConformanceProblem(host.missing) }
        return true
    }

    /// The simulated host.
    private final class TestHost: Sendable {
        private struct State {
            var calls = 0
            var faults: [Int: Fault]
            /// The ids of the stored events in order, and the identities of their deliveries.
            var kept: [String] = []
            var identities: Set<String> = []
            var problems: [String] = []
            var isOpen = false
            var hasEnded = false
            var returned: String?
        }

        private let state: Mutex<State>

        init(_ faults: [Int: Fault]) { state = Mutex(State(faults: faults)) }

        var hasEnded: Bool { state.withLock(\.hasEnded) }

        /// Describes how `run` returned, with a colon in front; `nil` if it has not returned.
        var returned: String? { state.withLock(\.returned) }

        func noteReturn(_ error: String?) {
            state.withLock { $0.returned = error.map { ": \($0)" } ?? "" }
        }

        func begin() {
            state.withLock { state in
                state.isOpen = true
                state.returned = nil
                state.hasEnded = false
            }
        }

        func end() { state.withLock { $0.isOpen = false } }

        var isComplete: Bool { state.withLock { $0.kept.count >= ids.count } }

        var missing: String {
            let kept = state.withLock(\.kept)
            let lost = ids.filter { !kept.contains($0) }
            return "\(lost.joined(separator: ", ")) were not delivered"
        }

        var problems: [String] {
            state.withLock { state in
                var problems = state.problems
                if state.kept.count > ids.count || Set(state.kept).count < state.kept.count {
                    problems.append(
                        "an event was stored twice; a repeated delivery needs the same identity"
                    )
                } else if state.kept != ids {
                    problems.append(
                        "the events were delivered in the order \(state.kept.joined(separator: " "))"
                    )
                }
                return problems
            }
        }

        func receive(_ delivery: EventDelivery) throws(PeriluneError) {
            let error: PeriluneError? = state.withLock { state in
                if !state.isOpen {
                    state.problems.append("an event was delivered after run had returned")
                }
                if state.hasEnded { return Self.stopping }
                let fault = state.faults.removeValue(forKey: state.calls)
                state.calls += 1
                switch fault {
                case .refused: return PeriluneError("intake.full", "too many events wait")
                case .ended:
                    state.hasEnded = true
                    return Self.stopping
                case .answerLost, .endedAfterwards:
                    state.hasEnded = true
                default: break
                }
                keep(delivery, &state)
                return fault == .answerLost ? Self.stopping : nil
            }
            if let error { throw error }
        }

        private func keep(_ delivery: EventDelivery, _ state: inout State) {
            if let identity = delivery.identity, !state.identities.insert(identity).inserted {
                return
            }
            for event in delivery.events {
                let text = String(decoding: event.json, as: UTF8.self)
                state.kept.append(ids.first { text.contains("\"\($0)\"") } ?? text)
            }
        }

        private static var stopping: PeriluneError {
            PeriluneError("intake.stopping", "the server is shutting down")
        }
    }
}
