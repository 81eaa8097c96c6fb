public import PeriluneCore

/// Checks that a record sink loses no record, also if the process ends between any two calls.
///
/// ```swift
/// @Test func keepsToTheRulesOfSinks() async {
///     let problems = await RecordSinkConformance.check(
///         .exactlyOnce, prepare: { try empty(folder) }, make: { try Archive(folder) },
///         received: { try lines(of: folder) })
///     #expect(problems.isEmpty)
/// }
/// ```
public enum RecordSinkConformance {
    /// How often a receiver has each record.
    public enum Guarantee: Sendable {
        /// Once: the sink ignores repetitions by their numbers.
        case exactlyOnce
        /// At least once.
        case atLeastOnce
    }

    /// Delivers records as a host with a store does, and ends the sink between any two calls.
    ///
    /// - Parameters:
    ///   - guarantee: How often the receiver has each record.
    ///   - limit: How long a call may take.
    ///   - prepare: Empties the receiver, before each case.
    ///   - make: Creates the sink, as after a start of the process; the previous sink is never called again.
    ///   - received: The records that the receiver has, in order, without line ends.
    /// - Returns: A sentence for each violation.
    public static func check(
        _ guarantee: Guarantee, limit: Duration = .seconds(30),
        prepare: () async throws -> Void, make: () async throws -> any RecordSink,
        received: () async throws -> [String]
    ) async -> [String] {
        var problems: [String] = []
        for (name, deliveries) in cases {
            do {
                try await prepare()
                var sink = try await make()
                var sent = 0
                for delivery in deliveries {
                    if delivery.isAfterCrash { sink = try await make() }
                    try await write(delivery.batch, to: sink, limit)
                    sent = max(sent, Int(delivery.batch.last))
                    // The host may drop the records as soon as `write` returns, so they must have arrived.
                    let found = try await received()
                    if let problem = compare(found, sent, guarantee) {
                        problems.append("\(name): after record \(sent), \(problem)")
                        break
                    }
                }
            } catch {
                problems.append("\(name): \(error)")
            }
        }
        for isLate in [false, true] {
            do {
                try await prepare()
                problems += try await checkCancellation(guarantee, isLate, limit, make, received)
            } catch {
                problems.append("a shutdown during a delivery: \(error)")
            }
        }
        return problems
    }

    private struct Delivery {
        let batch: RecordBatch
        var isAfterCrash = false
    }

    private static func record(_ number: Int) -> String {
        #"{"event":"\#(number)","type":"t","outcome":"handled","effects":[],"emitted":0}"#
    }

    private static func batch(_ numbers: ClosedRange<Int>) -> RecordBatch {
        let text = numbers.map { record($0) + "\n" }.joined()
        return RecordBatch(
            records: Array(text.utf8), first: Int64(numbers.lowerBound), count: numbers.count)
    }

    private static let groups = [1...1, 2...4, 5...5, 6...9]

    /// All points at which a process can end, and all ways in which records are then delivered again.
    private static var cases: [(String, [Delivery])] {
        let whole = groups.map { Delivery(batch: batch($0)) }
        var cases = [("without a crash", whole)]
        for (number, group) in groups.enumerated() {
            let before = whole[..<number]
            let after = whole[(number + 1)...]
            let again = Delivery(batch: batch(group), isAfterCrash: true)
            let place = "a crash before delivery \(number + 1)"
            cases.append((place, before + [again] + after))
            // The host ended before it noted the success of the delivery.
            let repeated = "a crash after delivery \(number + 1)"
            cases.append((repeated, before + [whole[number], again] + after))
            cases.append(
                ("\(repeated), without a restart", before + [whole[number], whole[number]] + after))
            guard number + 1 < groups.count else { continue }
            let longer = group.lowerBound...groups[number + 1].upperBound
            let joined = Delivery(batch: batch(longer), isAfterCrash: true)
            cases.append(
                (
                    "\(repeated), with more records",
                    before + [whole[number], joined] + after.dropFirst()
                ))
        }
        let large = Delivery(batch: batch(1...20_000))
        cases.append(("a large delivery that comes again", [large, large]))
        return cases
    }

    private static func compare(_ found: [String], _ sent: Int, _ guarantee: Guarantee) -> String? {
        let expected = (1...sent).map { record($0) }
        if guarantee == .exactlyOnce {
            if found == expected { return nil }
            return found.count == Set(found).count
                ? difference(found, expected) : "the receiver has a record twice"
        }
        var seen: Set<String> = []
        let first = found.filter { seen.insert($0).inserted }
        return first == expected ? nil : difference(first, expected)
    }

    private static func difference(_ found: [String], _ expected: [String]) -> String {
        let known = Set(found)
        if let lost = expected.first(where: { !known.contains($0) }) {
            return "the receiver does not have \(lost)"
        }
        return found.count > expected.count
            ? "the receiver has records that were not sent" : "the records are in another order"
    }

    private static func write(
        _ batch: RecordBatch, to sink: any RecordSink, _ limit: Duration
    ) async throws {
        try await within(limit, "write did not return") { try await sink.write(batch) }
    }

    /// Checks cancelled deliveries.
    ///
    /// A delivery whose task is cancelled, before it begins or later, may succeed or fail, but it must end, and the
    /// next delivery repeats its records.
    private static func checkCancellation(
        _ guarantee: Guarantee, _ isLate: Bool, _ limit: Duration,
        _ make: () async throws -> any RecordSink,
        _ received: () async throws -> [String]
    ) async throws -> [String] {
        let sink = try await make()
        let task = Task {
            while !isLate, !Task.isCancelled { await Task.yield() }
            try await sink.write(batch(1...5))
        }
        if isLate { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        do {
            try await within(limit, "write did not return after it was cancelled") {
                _ = await task.result
            }
        } catch {
            return ["a shutdown during a delivery: \(error)"]
        }
        try await write(batch(1...5), to: try await make(), limit)
        return compare(try await received(), 5, guarantee).map {
            ["a shutdown during a delivery: \($0)"]
        } ?? []
    }
}

/// A violation of the rules by a sink or a source.
struct ConformanceProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Calls a function; throws if it takes too long, and leaves a call behind that ignores its cancellation.
func within(
    _ limit: Duration, _ problem: String, _ body: @escaping @Sendable () async throws -> Void
) async throws {
    let (ends, continuation) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
    let call = Task {
        do {
            try await body()
            continuation.yield(.success(()))
        } catch {
            continuation.yield(.failure(error))
        }
    }
    let timer = Task {
        try await Task.sleep(for: limit)
        continuation.yield(
            .failure(ConformanceProblem("\(problem) within \(limit)")))
    }
    defer {
        call.cancel()
        timer.cancel()
    }
    for await end in ends { return try end.get() }
}
