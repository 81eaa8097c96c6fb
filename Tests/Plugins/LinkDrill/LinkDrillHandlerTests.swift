import LinkDrillPlugin
import Perilune
import PeriluneCore
import Testing

struct LinkDrillHandlerTests {
    @Test func navigatesWhereNobodyWantsOtherwise() async throws {
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

    @Test func saysWhatIsWrongWithALinkThatIsNone() async throws {
        for keepsRecords in [true, false] {
            let host = try await LinkHost(keepsRecords: keepsRecords).host
            let results = try await host.process(all: [
                .link(""), .link("mstr://?x=" + String(repeating: "a", count: Link.maximumLength)),
            ])
            #expect(results.summary.failed == 2)
        }
        let record = try await LinkHost().open("")
        #expect(record.error?.code == "link.empty")
    }

    @Test func decidesTheSameWithoutRecords() async throws {
        let host = try await LinkHost(keepsRecords: false).host
        let results = try await host.process(all: [
            .link("mstr://?evt=3995"), .link("mstr://?evt=10000001"), .link("https://example.com/"),
        ])
        #expect(results.summary.byDefault == 2)
        #expect(results.summary.unhandled == 1)
    }

    @Test func aLinkBecomesAnEventWithAnIdentityOfItsOwn() throws {
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
