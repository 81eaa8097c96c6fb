import LinkDrillPlugin
import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// Links with several events in a host: scripts that wait, keep state, or read the event of a part.
struct PartHostTests {
    /// A module whose call waits a moment and answers its argument.
    private struct Slow: Plugin {
        let name = "slow"

        func register(in registry: inout Registry) throws(PeriluneError) {
            try registry.add(
                HostModule(
                    "slow", "Answers after a moment.",
                    [
                        HostFunction(
                            "echo", "Answers its argument.", [.init("value", .any, "any value")],
                            returns: "any",
                            .async { arguments, _ in
                                await Task.yield()
                                return arguments.first
                            })
                    ]))
        }
    }

    private func run(
        _ scripts: [String], _ links: [String]
    ) async throws -> (Host.Results, [String]) {
        let host = try await Host {
            LinkDrill()
            Slow()
            for (number, script) in scripts.enumerated() {
                Script(name: "rule\(number + 1).lua", source: script)
            }
        }
        let results = try await host.process(
            all: links.enumerated().map { .link($1, id: "e\($0)", view: "sales") })
        let lines = String(decoding: results.output, as: UTF8.self).split(separator: "\n")
        return (results, lines.map(String.init))
    }

    @Test func aRuleWaitsForAnAnswerInEachEvent() async throws {
        let (results, lines) = try await run(
            [
                """
                local slow = require "slow"
                return { on = "link.*", evt = { 4001, 3999 }, execute = function(event, commander)
                  commander:emit(slow.echo(event.data.part))
                  return commander:default()
                end }
                """,
                """
                local slow = require "slow"
                return { on = "link.*", execute = function(event, commander)
                  commander:emit(slow.echo(event.data.url))
                  return commander:default()
                end }
                """,
            ], ["mstr://?evt=3995&evt=4001&evt=3999", "mstr://?evt=3999"])
        #expect(
            lines == [
                #""mstr://?evt=3995&evt=4001&evt=3999""#, #"{"count":3,"number":2}"#,
                #"{"count":3,"number":3}"#, "null",
            ])
        let record = try #require(results.records.first)
        #expect(record.parts.map(\.by) == ["rule2.lua", "rule1.lua", "rule1.lua"])
        #expect(record.effects.map { $0.details["number"] } == [3995, 4001, 3999])
        #expect(record.event == "e0")
        #expect(results.summary.byDefault == 2)
    }

    @Test func stateIsSharedByTheEventsOfALink() async throws {
        for waits in ["", "slow.echo(1)"] {
            let (_, lines) = try await run(
                [
                    """
                    local state, slow = require "state", require "slow"
                    return { on = "link.*", evt = 4001, execute = function(event, commander)
                      \(waits)
                      state.count = (state.count or 0) + 1
                      commander:emit(state.count)
                    end }
                    """
                ], ["mstr://?evt=4001&evt=4001", "mstr://?evt=3995", "mstr://?evt=4001"])
            #expect(lines == ["1", "2", "3"])
        }
    }

    @Test func aRuleThatCountsLinksCountsOne() async throws {
        let (_, lines) = try await run(
            [
                """
                local state = require "state"
                return { on = "link.*", execute = function(event, commander)
                  state.count = (state.count or 0) + 1
                  commander:emit(state.count)
                  return commander:default()
                end }
                """
            ], ["mstr://?evt=4001&evt=4001", "mstr://?evt=3995&evt=3999&evt=3995"])
        #expect(lines == ["1", "2"])
    }

    @Test func anEventOfALinkHasAllOtherFieldsOfTheWhole() async throws {
        let (_, lines) = try await run(
            [
                """
                return { on = "link.*", evt = 3999, execute = function(event, commander)
                  commander:emit(event)
                end }
                """
            ], ["mstr://?evt=3995&x=1&evt=3999&x=2"])
        #expect(
            lines == [
                #"{"specversion":"1.0","id":"e0","source":"perilune","type":"link.drill","data":"#
                    + #"{"part":{"number":2,"count":2},"url":"mstr://?evt=3999&x=2","view":"sales"}}"#
            ])
    }

    @Test func secretsOfEventsAndRedirectsAreMasked() async throws {
        let (results, _) = try await run(
            [
                """
                return { on = "link.*", evt = 4001, execute = function(event, commander)
                  return commander:handleURLLink("mstr://?evt=10000001&pwd=hunter2")
                end }
                """
            ], ["mstr://?evt=3995&evt=4001", "mstr://?evt=4001"])
        for record in results.records {
            #expect(record.json.contains("pwd=***"), "\(record.json)")
            #expect(!record.json.contains("hunter2"), "\(record.json)")
        }
    }

    @Test func theOriginalLinkIsNotOpenedAfterARedirect() async throws {
        let (results, _) = try await run(
            [
                """
                return { on = "link.*", execute = function(event, commander)
                  return commander:handleURLLink("mstr://?evt=10000001")
                end }
                """
            ], ["mstr://?evt=4001"])
        #expect(
            results.records.first?.json
                == #"{"event":"e0","type":"link.drill","outcome":"unhandled","#
                + #""redirect":"mstr://?evt=10000001","effects":[],"emitted":0}"#)
    }

    @Test func anEmptyOrASecondLinkIsAnError() async throws {
        for (call, message) in [
            ("commander:default(\"\")", "default: the link is empty"),
            ("commander:handleURLLink(\"\")", "handleURLLink: the link is empty"),
            (
                "commander:handleURLLink(\"a\") commander:default(\"b\")",
                "default: the event has been left to another link before"
            ),
        ] {
            let (results, _) = try await run(
                ["return { on = \"link.*\", execute = function(_, commander) \(call) end }"],
                ["mstr://?evt=4001", "mstr://?evt=4001"])
            for record in results.records {
                #expect(record.error?.message.hasPrefix(message) == true, "\(call)")
                #expect(record.outcome == .default)
            }
        }
    }

    @Test func rulesThatAreOrderedByTheLinkOfAnEventShareALane() throws {
        func ordering(
            _ key: FieldPath, _ conditions: [Interests.Condition]
        ) throws
            -> Delegate.Ordering?
        {
            var registry = Registry()
            try LinkDrill().register(in: &registry)
            registry.add(
                Delegate(
                    name: "a", interests: Interests(types: ["link.*"], conditions: conditions),
                    ordering: .path(key)
                ) { _ throws(PeriluneError) in throw PeriluneError("test.unused", "unused") })
            return registry.ordering
        }
        let event = [Interests.Condition("evt", 4001)]
        // Edit links have another link than the one that they stand for.
        #expect(try ordering("data.url", []) == .all)
        #expect(try ordering("data.view", []) == .path("data.view"))
        #expect(try ordering("data.view", event) == .path("data.view"))
        #expect(try ordering("data.url", event) == .all)
        #expect(try ordering("data", event) == .all)
    }
}
