import Perilune
import PeriluneCore
import Synchronization
import Testing

struct HostObserverTests {
    @Test func theCountsOfAllBatchesAddUpToTheDecidedEvents() async throws {
        let observer = Counts()
        let host = try await host(observer)
        for number in 0..<7 {
            _ = try await host.process(all: [event(number), event(number + 100)])
        }
        _ = try await host.process(all: [Event(json: Array("{".utf8))])
        let told = observer.told
        #expect(told.events == 15)
        #expect(told.verdicts[.init(outcome: .handled, by: "even.lua")] == 7)
        #expect(told.verdicts[.init(outcome: .unhandled, by: "")] == 7)
        #expect(told.verdicts[.init(outcome: .failed, by: "")] == 1)
        #expect(told.quarantined.values.reduce(0, +) == 1)
    }

    @Test func aFailureIsCountedByItsCode() async throws {
        let observer = Counts()
        var options = HostOptions()
        options.observer = observer
        let host = try await Host(options: options) {
            Script(name: "broken.lua", source: "return { execute = function() error('no') end }")
        }
        _ = try await host.process(event(1))
        #expect(observer.told.quarantined == ["script.runtime": 1])
    }

    private func host(_ observer: Counts) async throws -> Host {
        var options = HostOptions()
        options.observer = observer
        return try await Host(options: options) {
            Script(
                name: "even.lua",
                source: """
                    return { shouldHandle = function(e) return e.data.n < 100 end, execute = function() end }
                    """)
        }
    }

    private func event(_ number: Int) -> Event {
        Event(
            id: "\(number)", source: "t", type: "test.number",
            data: ["n": .integer(Int64(number))])
    }
}

private final class Counts: HostObserver {
    private let sum = Mutex(Decisions())

    var told: Decisions { sum.withLock { $0 } }

    func decided(_ decisions: Decisions) {
        sum.withLock { sum in
            for (verdict, count) in decisions.verdicts {
                sum.verdicts[verdict, default: 0] += count
            }
            for (kind, count) in decisions.effects { sum.effects[kind, default: 0] += count }
            for (code, count) in decisions.quarantined {
                sum.quarantined[code, default: 0] += count
            }
        }
    }
}
