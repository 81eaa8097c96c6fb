import Perilune
import PeriluneTestKit
import Testing

/// A host as an embedder uses it: nothing but `import Perilune` and plugins.
struct HostTests {
    @Test func decidesOneEventWithAPluginAScriptAndAClosure() async throws {
        let host = try await Host {
            Links()
            Script(
                name: "rules.lua",
                source: """
                    return { on = "link.*", execute = function(event, commander)
                      if event.data.url:find("secret") then return commander:reject("secret") end
                      return commander:default()
                    end }
                    """)
            Delegate(on: "chart.*", name: "charts") { event, commander in
                commander.emit(["chart": event["data.chart"] ?? nil])
                return .handled
            }
        }
        let usual = try await host.process(
            event("1", type: "link.drill", data: ["url": "mstr://a"]))
        #expect(
            usual.json
                == #"{"event":"1","type":"link.drill","outcome":"default","by":"rules.lua","effects":[{"id":"1/links/1","kind":"navigate","url":"mstr://a"}],"emitted":0}"#
        )
        let secret = try await host.process(
            event("2", type: "link.drill", data: ["url": "mstr://secret"]))
        #expect(secret.outcome == .rejected)
        #expect(secret.reason == "secret")
        let results = try await host.process(all: [
            event("3", type: "chart.select", data: ["chart": "sales"]), event("4", type: "other"),
        ])
        #expect(results.text == "{\"chart\":\"sales\"}\n")
        #expect(results.outcomes == ["3 handled charts", "4 unhandled -"])
        #expect(results.summary.emitted == 1)
    }

    @Test func buildsFromConditionsAndLists() async throws {
        func names(_ isLarge: Bool) async throws -> [String] {
            let host = try await Host {
                if isLarge {
                    for number in 0..<2 { Delegate(on: "*", name: "d\(number)") { _, _ in .pass } }
                } else {
                    Delegate(on: "*", name: "small") { _, _ in .pass }
                }
                [Component.delegate(Delegate(on: "*", name: "last") { _, _ in .pass })]
            }
            return host.registry.delegates.map(\.name)
        }
        #expect(try await names(true) == ["d0", "d1", "last"])
        #expect(try await names(false) == ["small", "last"])
    }

    @Test func anErrorOfAnotherTypeIsKept() async throws {
        struct Odd: Error {}
        let host = try await Host { Delegate(on: "*", name: "odd") { _, _ in throw Odd() } }
        let record = try await host.process(event("1"))
        #expect(record.outcome == .failed)
        #expect(record.error?.code == "delegate.failed")
        #expect(record.error?.message == "Odd()")
    }

    @Test func publishedEventsFollowTheirParent() async throws {
        let host = try await Host {
            Delegate(on: "a", name: "a") { _, commander in
                try commander.publish(type: "b")
                try commander.publish(type: "c")
                return .handled
            }
            Delegate(on: "b", name: "b") { _, commander in
                try commander.publish(type: "d")
                return .handled
            }
        }
        let results = try await host.process(all: [event("1", type: "a"), event("2", type: "b")])
        #expect(
            results.outcomes == [
                "1 handled a", "1/a/1 handled b", "1/a/1/b/1 unhandled -", "1/a/2 unhandled -",
                "2 handled b", "2/b/1 unhandled -",
            ])
        #expect(results.records.map(\.type) == ["a", "b", "d", "c", "b", "d"])
        #expect(results.summary.read == 2)
        #expect(results.summary.published == 4)
        #expect(addsUp(results.summary))
    }

    @Test func delegateThatPublishesToItselfEndsAtTheLimit() async throws {
        var options = HostOptions()
        options.maximumDepth = 3
        let host = try await Host(options: options) {
            Delegate(on: "loop", name: "loop") { _, commander in
                commander.emit("round")
                try commander.publish(type: "loop")
                return .handled
            }
        }
        let results = try await host.process(all: [event("1", type: "loop")])
        #expect(results.records.map(\.outcome) == [.handled, .handled, .handled, .failed])
        #expect(results.records.last?.error?.code == "event.depth")
        #expect(results.text == "\"round\"\n\"round\"\n\"round\"\n")
        #expect(addsUp(results.summary))
    }

    /// Publishes ten events for each event, eight levels deep.
    private let multiplying = Delegate(on: "*", name: "multiplying") { _, commander in
        for _ in 0..<10 { try? commander.publish(type: "copy") }
        return .handled
    }

    @Test func anEventThatPublishesTooManyFailsAsAWhole() async throws {
        var options = HostOptions()
        options.maximumDepth = 3
        options.publishing = PublishingLimit(events: 25)
        let host = try await Host(options: options) { multiplying }
        let results = try await host.process(all: [event("1"), event("2")])
        let failed = results.records.filter { $0.outcome == .failed }
        #expect(failed.map(\.error?.code) == ["publish.limit", "publish.limit"])
        #expect(results.summary.failed == 2)
        #expect(results.summary.published < 25 * 2)
        #expect(addsUp(results.summary))
    }

    @Test func theBytesOfPublishedEventsAreLimitedToo() async throws {
        var options = HostOptions()
        options.publishing = PublishingLimit(bytes: 100_000)
        let host = try await Host(options: options) {
            Delegate(on: "big", name: "big") { _, commander in
                for _ in 0..<5 {
                    try commander.publish(
                        type: "part", data: .string(String(repeating: "x", count: 30_000)))
                }
                return .handled
            }
        }
        let record = try await host.process(event("1", type: "big"))
        #expect(record.outcome == .failed)
        #expect(record.error?.code == "publish.limit")
        #expect(record.error?.message.contains("100000 bytes") == true)
    }

    @Test func theLimitOfPublishedEventsRestartsWithTheNextEvent() async throws {
        var options = HostOptions()
        options.publishing = PublishingLimit(events: 3)
        let host = try await Host(options: options) {
            Delegate(on: "a", name: "a") { _, commander in
                for _ in 0..<3 { try commander.publish(type: "b") }
                return .handled
            }
        }
        let results = try await host.process(all: [event("1", type: "a"), event("2", type: "a")])
        #expect(results.summary.failed == 0)
        #expect(results.summary.published == 6)
    }

    @Test func aFailedEventIsRecordedAndTheOthersAreProcessed() async throws {
        let host = try await Host {
            Script(
                name: "odd.lua",
                source: """
                    return { execute = function(event, commander)
                      commander:emit("lost")
                      if event.data.n % 2 == 1 then error("odd number") end
                      return commander:pass()
                    end }
                    """)
            Delegate(on: "*", name: "last") { event, _ in .handled }
        }
        let results = try await host.process(
            all: (0..<4).map { event("\($0)", data: ["n": .integer($0)]) })
        #expect(results.outcomes.allSatisfy { $0.hasSuffix("handled last") })
        #expect(results.records.map { $0.error?.place.file } == [nil, "odd.lua", nil, "odd.lua"])
        #expect(results.records[1].error?.message.contains("odd number") == true)
        #expect(results.summary.errors == 2)
        #expect(results.text == "\"lost\"\n\"lost\"\n")
    }

    @Test func explainShowsTheReplyOfEveryDelegate() async throws {
        let host = try await Host {
            Delegate(on: "other", name: "other") { _, _ in .handled }
            Delegate(on: "*", name: "all") { _, _ in .handled }
        }
        let explanation = try await host.explain(event("1"))
        #expect(explanation.steps.map(\.delegate) == ["other", "all"])
        #expect(explanation.results.outcomes == ["1 handled all"])
    }

    @Test func pluginsRegisterBeforeScriptsWhateverTheirOrder() async throws {
        let host = try await Host {
            Script(
                name: "r.lua",
                source: """
                    return { execute = function() require("links").note("x") end }
                    """)
            Links()
        }
        #expect(try await host.process(event("1")).outcome == .handled)
    }

    @Test(arguments: ["1e300", "-1e300", "math.huge", "0/0"])
    func timeOutOfRangeIsAnErrorOfTheScript(_ seconds: String) async throws {
        let host = try await Host {
            Script(
                name: "time.lua",
                source: """
                    local time = require "time"
                    return { execute = function(event, commander)
                      commander:emit(time.text(-0.25))
                      if event.id == "2" then time.text(\(seconds)) end
                    end }
                    """)
        }
        let results = try await host.process(all: [event("1"), event("2")])
        #expect(results.outcomes == ["1 handled time.lua", "2 failed time.lua"])
        #expect(results.text == "\"1969-12-31T23:59:59.750Z\"\n")
    }

    @Test func anErrorInAScriptIsTheHostsError() async {
        await #expect {
            _ = try await Host { Script(name: "bad.lua", source: "return {\n  on = \n}") }
        } throws: { error in
            let error = error as? PeriluneError
            return error?.place.file == "bad.lua" && error?.place.line == 3
        }
    }
}

/// A plugin with a default handler and a module.
struct Links: Plugin, DefaultHandler {
    let name = "links"
    let types: [TypePattern] = ["link.*"]

    func register(in registry: inout Registry) throws(PeriluneError) {
        registry.add(self)
        try registry.add(
            HostModule(
                "links", "Notes about links.",
                [
                    HostFunction(
                        "note", "Notes a text.", [.init("text", .string, "what to note")],
                        .sync { _, _ in nil })
                ]))
    }

    func isStock(_ event: any EventContent) -> Bool { true }

    func handle(_ event: any EventContent, url: String?, _ commander: Commander) -> Bool {
        let own = event.string(at: "data.url") ?? ""
        commander.effect("navigate", .init([("url", .string(url ?? own))]))
        return true
    }
}
