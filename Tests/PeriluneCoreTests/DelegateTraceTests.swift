import Glibc
import PeriluneTestKit
import Testing

@testable import PeriluneCore

/// What a delegate did before and after it waited for an answer.
struct DelegateTraceTests {
    private func trace(
        reading path: String, line: Int, instructions: Int, isCut: Bool = false
    ) -> DelegateTrace {
        var trace = DelegateTrace()
        trace.reads = [.init(path: "data", found: .nothing), .init(path: path, found: .nothing)]
        trace.files = [.init(file: "a.lua", counts: [1: 1, line: 2], last: line)]
        trace.instructions = instructions
        trace.allocated = 100
        trace.isCut = isCut
        return trace
    }

    @Test func aLaterTraceIsAdded() {
        var whole = trace(reading: "id", line: 2, instructions: 30)
        var later = trace(reading: "type", line: 7, instructions: 12, isCut: true)
        later.files.append(.init(file: "b.lua", counts: [4: 1], last: 4))
        whole.add(later)
        #expect(whole.reads.map(\.path) == ["data", "id", "type"])
        #expect(
            whole.files == [
                .init(file: "a.lua", counts: [1: 2, 2: 2, 7: 2], last: 7),
                .init(file: "b.lua", counts: [4: 1], last: 4),
            ])
        #expect(whole.instructions == 42)
        #expect(whole.allocated == 200)
        #expect(whole.isCut)
    }

    @Test func theTimeAfterAnAnswerIsIncluded() throws {
        let slow = ScriptedDelegate(
            "slow", execute: { event, _ in .suspended(Pondering(event: event)) })
        let probe = try BusProbe(slow)
        var steps: [TraceStep] = []
        probe.commander.trace = EventTrace { steps.append($0) }
        let event = link()
        probe.commander.begin(event, depth: 0)
        guard case .waiting(let waiting) = probe.bus.decide(event, probe.commander) else {
            Issue.record("it does not wait")
            return
        }
        _ = probe.bus.resume(waiting, probe.commander)
        let trace = try #require(steps.first?.trace)
        #expect(trace.microseconds >= Pondering.microseconds)
    }
}

/// An answer with which the delegate is busy for a while.
private final class Pondering: Suspension, @unchecked Sendable {
    static let microseconds = 20_000
    let event: any EventContent

    init(event: any EventContent) { self.event = event }

    func wait() async {}

    func resume(_ commander: Commander) -> Execution {
        usleep(UInt32(Self.microseconds))
        return .finished(.handled)
    }
}
