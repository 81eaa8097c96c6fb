import Perilune
import PeriluneCore
import PeriluneLua
import Testing
import URLPatternsPlugin

/// Patterns in a host.
///
/// There is no default handler: what nobody takes is unhandled.
struct URLPatternsPluginTests {
    private func link(_ url: String) -> Event {
        Event(id: "e", source: "s", type: "link.url", data: ["url": .string(url)])
    }

    private func animals(
        matching: URLPattern.Matching = .strict, policy: PatternSet.Policy = .firstRegistered
    ) -> URLPatterns {
        URLPatterns(
            [
                .init("l:(animal)Domain/s:Name/f:Weight/i:Age", notification: "animal.opened"),
                .init("s:Any/s:Name", notification: "any.opened"),
                .init("l:(color)Domain/s:Name", notification: "color.opened"),
            ], matching: matching, policy: policy)
    }

    @Test func aMatchBecomesAnEventWithTypedValues() async throws {
        let host = try await Host {
            animals()
            Script(
                name: "animals.lua",
                source: """
                    return { on = "animal.*", execute = function(event, commander)
                      local data = event.data
                      commander:emit { data, math.type(data.Weight), math.type(data.Age) }
                    end }
                    """)
        }
        let results = try await host.process(all: [link("app://animal/duck%20bill/8.0/12")])
        #expect(results.records.map(\.type) == ["link.url", "animal.opened"])
        #expect(results.records.map(\.outcome) == [.handled, .handled])
        #expect(results.records.first?.by == "url-patterns")
        #expect(results.records.first?.effects.map(\.kind) == ["publish"])
        #expect(results.records.last?.event == "e/url-patterns/1")
        let output = String(decoding: results.output, as: UTF8.self)
        #expect(output.contains(#""Domain":"animal","Name":"duck bill""#), "\(output)")
        #expect(output.contains(#""Age":12"#))
        #expect(output.contains(#""float","integer"]"#))
    }

    @Test func aLinkWithoutAPatternIsUnhandled() async throws {
        let host = try await Host { animals() }
        #expect(try await host.process(link("app://a/b/c")).outcome == .unhandled)
        #expect(try await host.process(link("mstr://?evt=3995")).outcome == .unhandled)
    }

    @Test func thePolicyChoosesAmongPatterns() async throws {
        let first = try await Host { animals() }
        let specific = try await Host { animals(policy: .mostSpecific) }
        let url = "app://color/red"
        #expect(try await first.process(all: [link(url)]).records.last?.type == "any.opened")
        #expect(try await specific.process(all: [link(url)]).records.last?.type == "color.opened")
    }

    @Test func aNumberThatDoesNotFitIsRejectedWithTheReason() async throws {
        let host = try await Host { animals() }
        let record = try await host.process(link("app://animal/whale/1/9223372036854775808"))
        #expect(record.outcome == .rejected)
        #expect(record.by == "url-patterns")
        #expect(record.reason?.contains("9223372036854775808") == true)
        #expect(record.reason?.contains("64-bit") == true)
    }

    @Test func compatibleMatchingLeavesLinksWithoutAHostAlone() async throws {
        let host = try await Host { animals(matching: .compatible) }
        let record = try await host.process(link("mstr://?evt=3995"))
        #expect(record.outcome == .unhandled)
        #expect(record.error == nil)
        // Another literal matches too there, and leaves its key out.
        let results = try await host.process(all: [link("app://mineral/x/1.5/2")])
        #expect(results.records.last?.type == "animal.opened")
    }

    @Test func scriptsAreAskedBeforePatterns() async throws {
        let host = try await Host {
            animals()
            Script(
                name: "mine.lua",
                source: "return { url = \"app://color/**\", execute = function() end }")
        }
        #expect(try await host.process(link("app://color/red")).by == "mine.lua")
        #expect(try await host.process(link("app://paper/red")).by == "url-patterns")
    }

    @Test func aBadPatternIsRefusedWithItsPlace() async throws {
        let error = await #expect(throws: PeriluneError.self) {
            _ = try await Host { URLPatterns([.init("s:A/x:B", notification: "n")]) }
        }
        #expect(error?.code == "pattern.type")
        #expect(error?.place.column == 5)
    }
}
