internal import Perilune
internal import Synchronization

/// Events of two keys, one after the other of each, and a look whether each was decided once.
final class Load: Sendable {
    private struct Lane {
        var sent = 0
        var wrong = 0
    }

    private let host: Host
    private let lanes = (0..<2).map { _ in LockedLane() }
    private let isStopped = Atomic(false)
    private let part = Mutex(Measured())

    private final class LockedLane: Sendable {
        let lane = Mutex(Lane())
    }

    private struct Measured {
        var times: [Duration] = []
    }

    init(_ host: Host) { self.host = host }

    var count: Int { lanes.reduce(0) { $0 + $1.lane.withLock(\.sent) } }
    var wrong: Int { lanes.reduce(0) { $0 + $1.lane.withLock(\.wrong) } }

    /// Sends events for so long.
    func run(for time: Duration, into latencies: Latencies?) async throws {
        async let events: Void = runUntilStopped()
        try await Task.sleep(for: time)
        let part = try await stop()
        try await events
        latencies?.add(part)
    }

    func runUntilStopped() async throws {
        isStopped.store(false, ordering: .relaxed)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in lanes.indices { group.addTask { try await self.send(number) } }
            try await group.waitForAll()
        }
    }

    /// Ends it, and hands out the times since the last one.
    func stop() async throws -> Latencies {
        isStopped.store(true, ordering: .relaxed)
        let latencies = Latencies()
        for time in part.withLock({ $0.times }) { latencies.add(time) }
        part.withLock { $0.times = [] }
        return latencies
    }

    private func send(_ number: Int) async throws {
        while !isStopped.load(ordering: .relaxed) {
            let count = lanes[number].lane.withLock { lane in
                lane.sent += 1
                return lane.sent
            }
            let event = Event(
                id: "\(number)-\(count)", source: "lane \(number)", type: "order.placed",
                data: ["amount": .integer(Int64(count % 10_000))])
            let start = ContinuousClock.now
            let results = try await host.process(all: [event])
            let time = ContinuousClock.now - start
            part.withLock { $0.times.append(time) }
            let text = String(decoding: results.output, as: UTF8.self)
            // State counts the events of the key: one that was lost or doubled shows ever after.
            if !text.hasPrefix("{\"count\":\(count),") {
                lanes[number].lane.withLock { $0.wrong += 1 }
            }
            try await Task.sleep(for: .microseconds(500))
        }
    }
}
