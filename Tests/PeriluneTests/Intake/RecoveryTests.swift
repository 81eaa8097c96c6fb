import PeriluneStore
import Testing

@testable import Perilune

/// The order in which the events of an inbox are processed after a start.
struct RecoveryTests {
    private let inbox = (1...5).map {
        InboxEvent(number: Int64($0), source: "/events", event: [UInt8($0)])
    }

    private func recover(
        _ interrupted: [InterruptedEvent], before: [Int64: Attempts] = [:]
    ) -> Recovery {
        Recovery(inbox, interrupted, before: before, maximumKills: 3)
    }

    /// The steps as text: `1 2, 3!, 4` processes event 3 alone.
    private func text(_ recovery: Recovery) -> String {
        recovery.steps.map { step in
            switch step {
            case .together(let events): events.map { "\($0.number)" }.joined(separator: " ")
            case .alone(let event): "\(event.number)!"
            }
        }
        .joined(separator: ", ")
    }

    private func crash(_ number: Int64, alone: Bool = false) -> InterruptedEvent {
        InterruptedEvent(
            number: number, cause: .signal(11), wasAlone: alone, script: "rules.lua", line: 3)
    }

    private func kill(_ number: Int64, alone: Bool) -> InterruptedEvent {
        InterruptedEvent(number: number, cause: nil, wasAlone: alone)
    }

    @Test func withoutAnInterruptedEventAllAreProcessedTogether() {
        #expect(text(recover([])) == "1 2 3 4 5")
        #expect(recover([]).attempts.isEmpty)
    }

    @Test func anEventThatCrashedIsProcessedOnceMoreAlone() {
        let recovery = recover([crash(3)])
        #expect(text(recovery) == "1 2, 3!, 4 5")
        #expect(recovery.attempts == [3: Attempts(crashes: 1)])
        #expect(recovery.quarantined.isEmpty)
    }

    @Test func aSecondCrashQuarantinesWithSignalScriptAndLine() {
        let recovery = recover([crash(3, alone: true)], before: [3: Attempts(crashes: 1)])
        #expect(text(recovery) == "1 2 4 5")
        #expect(recovery.attempts.isEmpty)
        let error = recovery.quarantined.first?.error
        #expect(error?.code == "event.crash")
        #expect(error?.message.contains("SIGSEGV") == true)
        #expect(error?.place.file == "rules.lua")
        #expect(error?.place.line == 3)
    }

    @Test func anEventThatBlocksAWorkerTwiceIsQuarantined() {
        let stuck = InterruptedEvent(number: 2, cause: .stuck, wasAlone: true)
        let recovery = recover([stuck], before: [2: Attempts(crashes: 1)])
        #expect(recovery.quarantined.map(\.error.code) == ["event.stuck"])
    }

    @Test func aKillCountsOnlyWhileTheEventRanAlone() {
        let recovery = recover([kill(1, alone: false), kill(4, alone: true)])
        #expect(text(recovery) == "1!, 2 3, 4!, 5")
        #expect(recovery.attempts == [1: Attempts(), 4: Attempts(kills: 1)])
    }

    @Test func anEventIsQuarantinedAfterTheThirdKill() {
        let second = recover([kill(1, alone: true)], before: [1: Attempts(kills: 1)])
        #expect(second.attempts == [1: Attempts(kills: 2)])
        let third = recover([kill(1, alone: true)], before: second.attempts)
        #expect(third.quarantined.map(\.event.number) == [1])
        #expect(third.quarantined.map(\.error.code) == ["event.killed"])
    }

    @Test func attemptsOfFinishedEventsAreForgotten() {
        let recovery = recover([crash(9)], before: [8: Attempts(crashes: 1)])
        #expect(text(recovery) == "1 2 3 4 5")
        #expect(recovery.attempts.isEmpty)
    }
}
