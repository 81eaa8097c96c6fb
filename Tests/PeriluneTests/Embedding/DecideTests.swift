import Foundation
import Perilune
import PeriluneFoundation
import Testing

/// Codable values in, Codable values out.
struct DecideTests {
    private struct Order: Codable, Equatable {
        var number = 7
        var total = 900.5
        var placed = Date(timeIntervalSince1970: 1_700_000_000)
    }

    private func host(_ body: String, outputs: [NamedOutput] = []) async throws -> Perilune.Host {
        var options = HostOptions()
        options.outputs = outputs
        return try await Perilune.Host(options: options) {
            Script(name: "rule.lua", source: "return { execute = function(e, c) \(body) end }")
        }
    }

    @Test func emittedValuesRoundTrip() async throws {
        let answer = try await host("c:emit(e.data) c:emit(e.data)")
            .decide(Order(), as: "order.placed")
        #expect(answer.outcome == .handled)
        #expect(answer.record.type == "order.placed")
        #expect(try answer.values(of: Order.self) == [Order(), Order()])
    }

    @Test func rulesSeeDatesAsText() async throws {
        let answer = try await host("c:emit(e.data.placed)").decide(Order(), as: "order.placed")
        #expect(try answer.values() == ["2023-11-14T22:13:20Z"])
    }

    @Test func valuesAreSeparatedByOutput() async throws {
        let host = try await self.host(
            "c:emit(1) c:emit(2, 'alerts') c:emit(3)", outputs: [NamedOutput("alerts")])
        let answer = try await host.decide(Order(), as: "order.placed")
        #expect(try answer.values() == [1, 3])
        #expect(try answer.values(from: "alerts") == [2])
    }

    @Test func largeIntegersKeepTheirDigits() async throws {
        let answer = try await host("c:emit(e.data)")
            .decide([UInt64.max, 9_007_199_254_740_993], as: "numbers")
        #expect(try answer.values() == [[UInt64.max, 9_007_199_254_740_993]])
    }

    @Test func aValueOfAnotherTypeIsAnErrorWithItsPath() async throws {
        let answer = try await host("c:emit { number = 'seven' }").decide(Order(), as: "t")
        let error = #expect(throws: DecodingError.self) { try answer.values(of: Order.self) }
        #expect("\(error as Any)".contains("number"))
    }

    @Test func anErrorOfARuleIsInTheRecord() async throws {
        let answer = try await host("error('no')").decide(Order(), as: "t")
        #expect(answer.outcome == .failed)
        #expect(answer.record.error?.code == "script.runtime")
        #expect(answer.emissions.isEmpty)
    }

    @Test func publishedEventsHaveRecordsOfTheirOwn() async throws {
        let host = try await self.host(
            "if e.type == 'a' then c:publish { type = 'b' } end c:emit(e.type)")
        let answer = try await host.decide(Event(id: "1", source: "s", type: "a"))
        #expect(answer.record.type == "a")
        #expect(answer.published.map(\.type) == ["b"])
        #expect(try answer.values() == ["a", "b"])
    }

    @Test func eachEventHasAnIdOfItsOwn() throws {
        let events = try (0..<2).map { _ in try Event(encoding: Order(), as: "t") }
        #expect(try events.map { try Value(json: $0.json)["id"]?.string?.count } == [36, 36])
        #expect(events[0] != events[1])
    }

    @Test func errorsDescribeThemselvesToFoundation() throws {
        let error: any Error = PeriluneError(
            "test.code", "it failed", at: .init(file: "a.lua", line: 3), hint: "fix it")
        #expect(error.localizedDescription == "a.lua:3: it failed")
        #expect((error as NSError).localizedRecoverySuggestion == "fix it")
        #expect((error as NSError).localizedFailureReason == "test.code")
    }
}
