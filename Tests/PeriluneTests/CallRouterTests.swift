import Glibc
import PeriluneCore
import Synchronization
import Testing

@testable import Perilune

/// Calls of a host that has several workers.
@Suite(.timeLimit(.minutes(15))) struct CallRouterTests {
    /// Runs for too long to be decided on the thread of a caller, if it ran.
    private static let long = Script(
        name: "long.lua", source: "return { on = 'none', execute = function() end }",
        limits: ScriptLimits(time: .milliseconds(1000)))

    /// Emits how many events of the key it has seen.
    private static func counter(_ key: String = "") -> Script {
        Script(
            name: "count.lua",
            source: """
                local state = require "state"
                return { on = "*", \(key) execute = function(event, commander)
                  state.n = (state.n or 0) + 1
                  commander:emit(event.id .. ": " .. state.n)
                end }
                """)
    }

    private static func workers(_ count: Int) -> HostOptions {
        var options = HostOptions()
        options.workers = count
        return options
    }

    @Test func concurrentCallsAreDecidedConcurrently() async throws {
        let meeting = Meeting(of: 3)
        let host = try await Host(options: Self.workers(3)) {
            Self.long
            Delegate(on: "test") { _, _ in meeting.attend() ? .handled : .reject(reason: "alone") }
        }
        async let one = host.process(event("1", source: "s"))
        async let two = host.process(event("2", source: "s"))
        async let three = host.process(event("3", source: "s"))
        #expect(try await [one, two, three].map(\.outcome) == [.handled, .handled, .handled])
    }

    @Test func sequentialCallsStayOnOneWorker() async throws {
        let host = try await Host(options: Self.workers(4)) {
            Self.long; Where.delegate(nil)
        }
        for number in 0..<8 {
            let results = try await host.process(all: [event("\(number)", source: "s\(number)")])
            #expect(results.text == "0\n")
        }
    }

    @Test func aKeyBelongsToOneWorkerAndItsCallsKeepTheirOrder() async throws {
        let host = try await Host(options: Self.workers(3)) {
            Self.long
            Self.counter()
        }
        let calls = (0..<300).map { number in
            // Immediate: the calls are made in this order.
            Task.immediate { [id = "\(number)", source = "s\(number % 10)"] in
                try await host.process(all: [event(id, source: source)]).text
            }
        }
        var counts: [String: Int] = [:]
        for (number, call) in calls.enumerated() {
            counts["s\(number % 10)", default: 0] += 1
            let count = counts["s\(number % 10)"] ?? 0
            #expect(try await call.value == "\"\(number): \(count)\"\n")
        }
    }

    @Test func everyWorkerGetsKeysAndKeepsThem() async throws {
        let host = try await Host(options: Self.workers(3)) {
            Self.long
            Where.delegate(.partitionKey)
        }
        let places = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<300 {
                group.addTask {
                    let event = event("e", source: "s\(number % 30)")
                    return (number % 30, try await host.process(all: [event]).text)
                }
            }
            return try await group.reduce(into: [Int: Set<String>]()) { places, place in
                places[place.0, default: []].insert(place.1)
            }
        }
        #expect(places.values.allSatisfy { $0.count == 1 })
        #expect(Set(places.values).count == 3)
    }

    @Test(arguments: [2, 3])
    func severalWorkersAnswerABatchAsOneDoes(_ workers: Int) async throws {
        func run(_ workers: Int) async throws -> Host.Results {
            let host = try await Host(options: Self.workers(workers)) {
                Self.counter()
                Delegate(on: "test", name: "publisher") { event, commander in
                    if event.id.hasSuffix("5") { try commander.publish(type: "made") }
                    if event.id.hasSuffix("7") { throw PeriluneError("test.seven", "a seven") }
                    return .handled
                }
            }
            let events = (0..<200).map { event("\($0)", source: "s\($0 * $0 % 17)") }
            return try await host.process(all: events)
        }
        let one = try await run(1)
        let several = try await run(workers)
        #expect(several.text == one.text)
        #expect(several.records.map(\.json) == one.records.map(\.json))
        #expect(several.summary == one.summary)
    }

    @Test func anEmptyBatchHasNoResults() async throws {
        let host = try await Host(options: Self.workers(2)) { Self.counter() }
        #expect(try await host.process(all: []).records.isEmpty)
    }

    @Test(arguments: [1, 3])
    func callsDuringAChangeOfTheOrderingKeyUseTheNewKey(_ workers: Int) async throws {
        let host = try await Host(options: Self.workers(workers)) { Self.counter() }
        let isTaken = Flag()
        let outputs = try await withThrowingTaskGroup(of: [String].self) { group in
            for caller in 0..<4 {
                group.addTask {
                    // Decided on the threads of the callers: the reload needs one of them.
                    var outputs: [String] = []
                    var rest = 50
                    while rest > 0 {
                        if isTaken.isSet { rest -= 1 }
                        let event = event("e", source: "s\(caller)-\(outputs.count)")
                        outputs.append(try await host.process(all: [event]).text)
                        await Task.yield()
                    }
                    return outputs
                }
            }
            try await host.reload([Self.counter("key = 'all',")])
            isTaken.set()
            return try await group.reduce(into: []) { $0 += $1 }
        }
        // Before it every event is the first one of its key; after it all are of one.
        let counts = outputs.compactMap { Int($0.dropFirst(4).dropLast(2)) }.sorted()
        #expect(counts.count == outputs.count)
        #expect(host.order.ordering == .all)
        let last = try #require(counts.last)
        #expect(last >= 200)
        #expect(counts.suffix(last) == Array(1...last))
        #expect(counts.dropLast(last).allSatisfy { $0 == 1 })
    }

    @Test func anAnswerComesFromTheWorkerOfItsKey() async throws {
        let host = try await Host(options: Self.workers(4)) { Self.counter() }
        for number in 0..<8 {
            let asked = event("a", source: "s\(number)")
            _ = try await host.process(asked)
            let answer = try await host.answer(asked)
            #expect(answer.emissions.map(\.json) == [Array("\"a: 2\"".utf8)])
        }
    }
}

/// Emits the number of the worker that it is on.
private final class Where: EventDelegate {
    private let worker: Int

    init(_ worker: Int) { self.worker = worker }

    static func delegate(_ ordering: Delegate.Ordering?) -> Delegate {
        Delegate(name: "where", interests: Interests(), ordering: ordering) { Where($0.worker) }
    }

    func shouldHandle(_ event: any EventContent, _ commander: Commander) -> Bool { true }

    func execute(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError) -> Execution {
        commander.emit(.integer(Int64(worker)))
        return .finished(.handled)
    }

    func finish(committed: Bool) {}
}

/// Threads that wait until all of them are there.
private final class Meeting: Sendable {
    private let missing: Mutex<Int>

    init(of count: Int) { missing = Mutex(count) }

    /// Gives up after some seconds: what never comes must fail a test, not hang it.
    func attend() -> Bool {
        missing.withLock { $0 -= 1 }
        for _ in 0..<10_000 where missing.withLock({ $0 > 0 }) { usleep(1000) }
        return missing.withLock { $0 == 0 }
    }
}

private final class Flag: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock(\.self) }

    func set() { value.withLock { $0 = true } }
}
