import LinkDrillPlugin
import Perilune
import PeriluneCore
import Testing

struct LinkDrillHandlerTests {
    @Test func navigatesByDefault() async throws {
        let record = try await LinkHost().open("mstr://?evt=3995")
        #expect(
            record.json
                == #"{"event":"e","type":"link.drill","outcome":"default","by":"link-drill","#
                + #""effects":[{"id":"e/link-drill/1","kind":"navigate","event":"home","number":3995}],"#
                + #""emitted":0}"#)
    }

    @Test func opensALinkWithoutAnEvent() async throws {
        let record = try await LinkHost().open("https://www.example.com/a")
        #expect(record.type == "link.url")
        #expect(record.outcome == .default)
        #expect(record.effects.first?.details["event"] == "open link")
        #expect(record.effects.first?.details["target"] == "https://www.example.com/a")
    }

    @Test func navigatesOnceForEachEventOfALink() async throws {
        let record = try await LinkHost().open("mstr://?evt=3995&evt=3999")
        #expect(record.effects.map { $0.details["number"] } == [3995, 3999])
        #expect(record.effects.map(\.id) == ["e/link-drill/1", "e/link-drill/2"])
    }

    @Test func masksSecretsInEffects() async throws {
        let host = try await LinkHost()
        for url in [
            "https://bi.example.com/mstrWeb?evt=4001&reportName=R&uid=ann&pwd=hunter2",
            "https://ann:hunter2@www.example.com/a?token=hunter2",
            "mstr://?evt=3992&url=https%3A%2F%2Fwww.example.com%2F%3Fpwd%3Dhunter2",
            "mstr://?evt=77&pwd=hunter2&api_key=hunter2",
        ] {
            let json = try await host.open(url).json
            #expect(!json.contains("hunter2"), "\(json)")
            #expect(!json.contains("ann\""), "\(json)")
            #expect(json.contains("***"), "\(json)")
        }
    }

    @Test(arguments: ["mstr://?evt=10000000", "mstr://?evt=10000001&customer=7"])
    func leavesACustomEventUnhandled(url: String) async throws {
        let record = try await LinkHost().open(url)
        #expect(record.outcome == .unhandled)
        #expect(record.by == nil)
        #expect(record.effects.isEmpty)
    }

    @Test func leavesAnEventWithoutALinkUnhandled() async throws {
        let host = try await LinkHost().host
        let event = Event(id: "e", source: "s", type: "link.drill", data: ["view": "sales"])
        #expect(try await host.process(event).outcome == .unhandled)
    }

    @Test(arguments: [
        ("", "invalid link: the link is empty"), (" \t", "invalid link: the link is empty"),
        (
            "https://h:99999/", "invalid link: the port is not a number from 0 to 65535"
        ), ("https://[::1", "invalid link: the host is not a valid IPv6 address"),
    ])
    func rejectsAnInvalidLink(url: String, reason: String) async throws {
        for type in ["link.invalid", "link.url", "link.drill"] {
            let event = Event(id: "e", source: "s", type: type, data: ["url": .string(url)])
            let record = try await LinkHost().host.process(event)
            #expect(record.outcome == .rejected)
            #expect(record.by == "link-drill")
            #expect(record.reason == reason)
            #expect(record.effects.isEmpty)
            let host = try await LinkHost(keepsRecords: false).host
            #expect(try await host.process(all: [event]).summary.rejected == 1)
        }
        let record = try await LinkHost().open(url)
        #expect(record.type == "link.invalid")
        #expect(record.reason == reason)
    }

    /// Rules are found by the type, which the sender writes.
    @Test(arguments: [
        ("link.url", "mstr://?evt=4001&reportID=B", "link.drill"),
        ("link.url", "mstr://?evt=3995&evt=4001", "link.drill"),
        ("link.drill", "https://www.example.com/", "link.url"),
        ("link.invalid", "https://www.example.com/", "link.url"),
    ])
    func doesNotOpenALinkOfAnotherKindThanItsEvent(
        type: String, url: String, found: String
    ) async throws {
        let event = Event(id: "e", source: "s", type: type, data: ["url": .string(url)])
        let record = try await LinkHost().host.process(event)
        #expect(record.outcome == .rejected)
        #expect(record.reason == "the event has the type \(type), but the link is one of \(found)")
        #expect(record.effects.isEmpty)
    }

    @Test func opensTheLinksOfCustomTypes() async throws {
        for url in ["mstr://?evt=3995", "https://www.example.com/"] {
            let event = Event(id: "e", source: "s", type: "link.tap", data: ["url": .string(url)])
            #expect(try await LinkHost().host.process(event).outcome == .default)
        }
    }

    /// What a rule does not see must not become the target.
    @Test(arguments: [
        "mstr://?evt=4001&ReportID=B", "mstr://?evt=4001&REPORTID=B",
        "mstr://?evt=4001&reportID=&reportID=B", "mstr://?evt=4001&reportID&reportID=B",
    ])
    func onlyTheFirstParameterOfTheExactNameIsATarget(url: String) async throws {
        let record = try await LinkHost().open(url)
        #expect(record.effects.first?.details["target"] == nil)
    }

    @Test func aLinkWithManyEventsAndCommonParametersHasAShortRecord() async throws {
        let shared = (0..<600).map { "a\($0)=" }.joined(separator: "&")
        let events = String(repeating: "&evt=3995", count: 64)
        let record = try await LinkHost().open("mstr://?\(shared)\(events)")
        #expect(record.effects.count == 3)
        #expect(record.json.utf8.count < 300_000)
    }

    @Test func aRejectionNamesTheRedirect() async throws {
        let host = try await LinkHost(
            """
            return { on = "link.*", execute = function(event, commander)
              return commander:handleURLLink("https://h:99999/")
            end }
            """)
        let record = try await host.open("mstr://?evt=3995")
        #expect(record.outcome == .rejected)
        #expect(record.redirect == "https://h:99999/")
    }

    @Test func aScriptMayHandleAnInvalidLink() async throws {
        let host = try await LinkHost(
            "return { on = 'link.invalid', execute = function(event) end }")
        #expect(try await host.open("https://h:99999/").outcome == .handled)
    }

    @Test func rejectsAnInvalidLinkThatAScriptOpens() async throws {
        let host = try await LinkHost(
            """
            return { on = "link.*", execute = function(event, commander)
              return commander:handleURLLink("https://[")
            end }
            """)
        let record = try await host.open("mstr://?evt=3995")
        #expect(record.outcome == .rejected)
        #expect(record.by == "rule1.lua")
    }

    @Test func aNumberThatDoesNotFitIsACustomEvent() async throws {
        let link = "mstr://?evt=99999999999999999999"
        #expect(try await LinkHost().open(link).outcome == .unhandled)
        let host = try await LinkHost("return { evt = 'custom', execute = function() end }")
        #expect(try await host.open(link).outcome == .handled)
    }

    @Test func decidesTheSameWithoutRecords() async throws {
        let host = try await LinkHost(keepsRecords: false).host
        let results = try await host.process(all: [
            .link("mstr://?evt=3995"), .link("mstr://?evt=10000001"), .link("https://example.com/"),
        ])
        #expect(results.summary.byDefault == 2)
        #expect(results.summary.unhandled == 1)
    }

    @Test func aLinkBecomesAnEventWithAUniqueIdentity() throws {
        let event = Event.link("mstr://?evt=3995", time: "2026-11-21T10:30:00Z", view: "sales")
        #expect(
            String(decoding: event.json, as: UTF8.self)
                == #"{"specversion":"1.0","id":"932d50858b378498","source":"perilune","#
                + #""type":"link.drill","time":"2026-11-21T10:30:00Z","#
                + #""data":{"url":"mstr://?evt=3995","view":"sales"}}"#)
        #expect(event == .link("mstr://?evt=3995", time: "2026-11-21T10:30:00Z", view: "sales"))
        #expect(Event.link("a").json != Event.link("b").json)
    }
}
