import LinkDrillPlugin
import Perilune
import PeriluneCore
import Testing

/// The delegate shapes of the link-drill SDK, and the contract for stock and custom events.
struct LinkDelegateTests {
    private static let sample = """
        local delegate = {}
        function delegate:shouldHandleLinkDrillNavigation() return true end
        function delegate:executeURL(url, commander, view)
          commander:emit { url = url, view = view or "none" }
        end
        return delegate
        """

    @Test func executeURLReceivesTheLinkAndItsView() async throws {
        let host = try await LinkHost(Self.sample).host
        let results = try await host.process(all: [
            .link("mstr://?evt=3995", view: "sales"), .link("https://www.example.com/"),
        ])
        #expect(results.records.map(\.outcome) == [.handled, .handled])
        #expect(
            String(decoding: results.output, as: UTF8.self) == """
                {"url":"mstr://?evt=3995","view":"sales"}
                {"url":"https://www.example.com/","view":"none"}

                """)
    }

    @Test(arguments: [
        "function d:executeURL(url, commander, view) commander:emit { url, view } end",
        "function d.executeURL(url, commander, view) commander:emit { url, view } end",
        "d.executeURL = function(_, url, commander, view) commander:emit { url, view } end",
        "function d:executeURL(url, commander) commander:emit { url, \"sales\" } end",
        "function d:executeURL(...) local u, c, v = ... c:emit { u, v } end",
    ])
    func executeURLMayBeWrittenInAnyShape(definition: String) async throws {
        let host = try await LinkHost("local d = {} \(definition) return d").host
        let results = try await host.process(all: [.link("mstr://?evt=3995", view: "sales")])
        #expect(results.records.first?.outcome == .handled)
        #expect(
            String(decoding: results.output, as: UTF8.self)
                == "[\"mstr://?evt=3995\",\"sales\"]\n")
    }

    @Test func executeURLIsNotOfferedOtherEvents() async throws {
        let host = try await LinkHost(Self.sample).host
        let record = try await host.process(
            Event(id: "1", source: "s", type: "crm.lead.update", data: ["url": "mstr://?evt=1"]))
        #expect(record.outcome == .unhandled)
    }

    @Test func aDelegateThatDeclinesLeavesTheLinkToTheApp() async throws {
        let host = try await LinkHost(
            """
            return {
              shouldHandleLinkDrillNavigation = function() return false end,
              executeURL = function(self, url, commander) commander:reject("asked") end,
            }
            """)
        #expect(try await host.open("mstr://?evt=3995").by == "link-drill")
        #expect(try await host.open("mstr://?evt=10000001").outcome == .rejected)
    }

    @Test func aRuleCanOpenOneEventOfALinkWithSeveral() async throws {
        let host = try await LinkHost(
            """
            local link = require "link"
            return { on = "link.drill", execute = function(event, commander)
              for _, part in ipairs(link.parse(event.data.url).events) do
                if part.number == 4001 then return commander:handleURLLink(part.link) end
              end
            end }
            """)
        let record = try await host.open("mstr://?evt=3995&evt=4001&reportName=A&evt=3999")
        #expect(record.outcome == .default)
        #expect(record.redirect == "mstr://?evt=4001&reportName=A")
        #expect(record.effects.map { $0.details["number"] } == [4001])
    }

    @Test func handleURLLinkRequestsTheDefaultHandling() async throws {
        let host = try await LinkHost(
            """
            return { executeURL = function(self, url, commander)
              return commander:handleURLLink(url)
            end }
            """)
        let record = try await host.open("mstr://?evt=3995")
        #expect(record.outcome == .default)
        #expect(record.by == "rule1.lua")
        #expect(record.effects.map(\.id) == ["e/link-drill/1"])
        // There is no usual way for a custom event.
        #expect(try await host.open("mstr://?evt=10000001").outcome == .unhandled)
    }

    @Test func handleURLLinkAcceptsAnotherLink() async throws {
        let host = try await LinkHost(
            """
            return { executeURL = function(self, url, commander)
              return commander:handleURLLink("mstr://?evt=3999")
            end }
            """)
        let record = try await host.open("mstr://?evt=10000001")
        #expect(record.outcome == .default)
        #expect(record.effects.first?.details["number"] == 3999)
    }

    @Test func aCustomEventIsOfferedUntilADelegateHandlesIt() async throws {
        let host = try await LinkHost(
            "return { on = \"link.*\", execute = function(e, c) return c:pass() end }",
            "return { on = \"link.*\", shouldHandle = function() return false end, execute = function() end }"
        )
        let record = try await host.open("mstr://?evt=10000001")
        #expect(record.outcome == .handled)
        #expect(record.by == "rule2.lua")
        #expect(try await host.open("mstr://?evt=3995").by == "link-drill")
    }

    @Test func aLinkIsNotLostWhenAScriptFails() async throws {
        let host = try await LinkHost(
            """
            return { executeURL = function(self, url, commander)
              commander:emit("lost")
              local none = nil
              return none.field
            end }
            """)
        let record = try await host.open("mstr://?evt=3995")
        #expect(record.outcome == .default)
        #expect(record.by == "link-drill")
        #expect(record.emitted == 0)
        #expect(record.error?.place.line == 4)
        let custom = try await host.open("mstr://?evt=10000001")
        #expect(custom.outcome == .failed)
        #expect(custom.by == "rule1.lua")
    }
}
