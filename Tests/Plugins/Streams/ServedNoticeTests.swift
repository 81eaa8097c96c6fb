import Foundation
import Perilune
import PeriluneCore
import PeriluneTestKit
import StreamsPlugin
import Testing

/// What a server logs of late events and of paths that no event has.
struct ServedNoticeTests {
    private func event(_ number: Int, minute: Int) -> Event {
        let time = String(format: "2026-01-01T10:%02d:00Z", minute)
        return Event(
            json: Array(
                #"{"specversion":"1.0","id":"\#(number)","source":"s","type":"t","time":"\#(time)","data":{"amount":1}}"#
                    .utf8))
    }

    @Test func eachIsLoggedOnce() async throws {
        let log = ListLog()
        var options = IntakeOptions()
        options.isDurable = false
        let intake = try Intake(
            [
                .plugin(Streams()),
                .script(
                    StreamLab.script(
                        """
                        local window, aggregate = require "window", require "aggregate"
                        local minutes = window.tumbling("1m", { total = aggregate.sum("data.amuont") })
                        return { on = "*", key = "all", execute = function(event) minutes:add(event) end,
                          onTimer = function(name, commander, event)
                            for minute in minutes:closed(event) do commander:emit(minute) end
                          end }
                        """)),
            ], options: options, log: log
        ) { _ in }
        // After the first event of minute 30, two are late; then there are enough for the path.
        let minutes = [30, 32, 30, 30] + Array(repeating: 32, count: 1100)
        for start in stride(from: 0, to: minutes.count, by: 100) {
            let events = (start..<min(start + 100, minutes.count)).map {
                event($0, minute: minutes[$0])
            }
            let body =
                Array("[".utf8) + events.map(\.json).joined(separator: Array(",".utf8))
                + Array("]".utf8)
            let request = HTTPRequest(
                method: "POST", path: "/events",
                headers: [("Content-Type", "application/cloudevents-batch+json")], body: body)
            let response = await withCheckedContinuation { continuation in
                intake.handle(request) { continuation.resume(returning: $0) }
            }
            #expect(response.status == 202)
        }
        _ = await intake.drain()
        #expect(log.lines.map(\.level) == ["warn", "warn"])
        let messages = log.lines.map(\.message)
        #expect(
            messages.first == "2 events came too late for the results of 'tumbling'")
        #expect(messages.last?.hasPrefix("data.amuont was in none of 1") == true, "\(messages)")
    }
}
