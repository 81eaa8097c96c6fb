import Foundation
import PeriluneCore
import PeriluneTestKit
import Testing

@testable import Perilune

/// What modules count, in the log of a server.
struct NoticeLogTests {
    private let start = ContinuousClock.now

    private func notices(_ name: String, _ count: Int, isPath: Bool = false) -> Notices {
        var notices = Notices()
        let subject = Notices.Subject(owner: "r.lua", name: name, kind: isPath ? .path : .late)
        notices.add(subject, count, isFound: false)
        return notices
    }

    @Test func lateEventsAreLoggedAtOnceAndThenOnceAnHour() {
        var log = NoticeLog()
        #expect(
            log.lines(adding: notices("w", 1), at: start).map(\.message) == [
                "1 event came too late for the results of 'w'"
            ])
        #expect(log.lines(adding: notices("w", 2), at: start + .seconds(3599)).isEmpty)
        #expect(
            log.lines(adding: notices("w", 1), at: start + .seconds(3600)).map(\.message) == [
                "4 events came too late for the results of 'w'"
            ])
        // Nothing is new about it.
        #expect(
            log.lines(adding: notices("other", 1), at: start + .seconds(9000)).map(\.script)
                == ["r.lua"])
    }

    @Test func aPathIsLoggedOnceAfterAThousandEvents() {
        var log = NoticeLog()
        #expect(log.lines(adding: notices("data.x", 999, isPath: true), at: start).isEmpty)
        #expect(
            log.lines(adding: notices("data.x", 1, isPath: true), at: start).map(\.message) == [
                "data.x was in none of 1,000 events; 'perilune check --against LOG' lists the fields"
            ])
        let later = start + .seconds(9000)
        #expect(log.lines(adding: notices("data.x", 5000, isPath: true), at: later).isEmpty)
    }

    @Test func aPathThatAnEventHasIsNotLogged() {
        var log = NoticeLog()
        var found = notices("data.x", 999, isPath: true)
        found.add(.init(owner: "r.lua", name: "data.x", kind: .path), 0, isFound: true)
        _ = log.lines(adding: found, at: start)
        #expect(log.lines(adding: notices("data.x", 1000, isPath: true), at: start).isEmpty)
    }
}
