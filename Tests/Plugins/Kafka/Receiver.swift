import PeriluneCore
import Synchronization
import Testing

/// The host of a source.
final class Receiver: Sendable {
    let deliveries = Mutex<[EventDelivery]>([])
    let isFull = Atomic(false)
    private let errors = Mutex<[PeriluneError]>([])

    var host: SourceHost {
        SourceHost { [self] deliveries throws(PeriluneError) in
            if isFull.load(ordering: .acquiring) {
                throw PeriluneError("intake.full", "too many events are waiting")
            }
            self.deliveries.withLock { $0 += deliveries }
        } report: { [self] error in
            errors.withLock { $0.append(error) }
        }
    }

    var events: [String] {
        deliveries.withLock { $0.flatMap(\.events) }.map {
            String(decoding: $0.json, as: UTF8.self)
        }
    }

    var identities: [String?] { deliveries.withLock { $0.map(\.identity) } }

    var problems: [PeriluneError] { errors.withLock(\.self) }

    var codes: [String] { problems.map(\.code.rawValue) }

    /// Runs a source until something is so.
    func run(_ source: some EventSource, until isDone: () throws -> Bool) async throws {
        let task = Task { try await source.run(in: host) }
        var isSo = false
        for _ in 0..<4000 where !isSo {
            try await Task.sleep(for: .milliseconds(10))
            isSo = try isDone()
        }
        task.cancel()
        try await task.value
        #expect(isSo, "\(events) \(problems)")
    }
}
