import LinkDrillPlugin
import PeriluneCore
import Testing

struct EventOrderTests {
    private func resolve(_ text: String) throws -> [ResolvedEvent] {
        try LinkEvent.resolve(Link(text))
    }

    @Test func givesEachEventItsOwnParameters() throws {
        let events = try resolve(
            "mstrWeb?Server=s&src=mstrWeb.4001&evt=4001&reportName=A"
                + "&src=mstrWeb.2048001&evt=2048001&documentName=B")
        #expect(events.map(\.number) == [4001, 2_048_001])
        #expect(events.map(\.source) == ["mstrWeb.4001", "mstrWeb.2048001"])
        #expect(events.map { $0["Server"]?.parameter.value } == ["s", "s"])
        #expect(events[0]["reportName"]?.parameter.value == "A")
        #expect(events[0]["documentName"] == nil)
        #expect(events[1]["documentName"]?.parameter.value == "B")
    }

    @Test func readsASourceAfterItsEvent() throws {
        let events = try resolve("a?evt=1&src=w.1&x=1&evt=2&src=w.2&x=2")
        #expect(events.map(\.source) == ["w.1", "w.2"])
        #expect(events.map { $0["x"]?.parameter.value } == ["1", "2"])
    }

    @Test func givesASourceToTheEventThatItNames() throws {
        let events = try resolve("a?evt=1&x=1&src=w.2&evt=2")
        #expect(events.map(\.source) == [nil, "w.2"])
    }

    @Test func allEventsShareTheConnectionParameters() throws {
        let events = try resolve("a?evt=1&evt=2&Project=P&uid=u")
        #expect(events.map { $0["Project"]?.parameter.value } == ["P", "P"])
    }

    @Test(arguments: ["2,1", "2%2C1", "2%2c1", "2&evtorder=1"])
    func evtorderSetsTheOrder(order: String) throws {
        let events = try resolve("mstrWeb?evt=1&x=a&evt=2&x=b&evtorder=\(order)")
        #expect(events.map(\.number) == [2, 1])
        #expect(events.map { $0["x"]?.parameter.value } == ["b", "a"])
        #expect(!events[0].warnings.contains { $0.code == "link.event.order" })
    }

    @Test func takesRepeatedNumbersInTurn() throws {
        let events = try resolve("a?evt=1&x=a&evt=2&x=b&evt=1&x=c&evtorder=1,1,2")
        #expect(events.map { $0["x"]?.parameter.value } == ["a", "c", "b"])
    }

    @Test func anInvalidOrderLosesNoEvent() throws {
        let events = try resolve("a?evt=1&evt=2&evt=3&evtorder=3,9")
        #expect(events.map(\.number) == [3, 1, 2])
        #expect(events[0].warnings.filter { $0.code == "link.event.order" }.count == 2)
    }

    @Test func boundsTheNumberOfEvents() throws {
        let events = try resolve("a?" + String(repeating: "evt=1&", count: 900))
        #expect(events.count == LinkEvent.maximumEvents)
        #expect(events[0].warnings.contains { $0.code == "link.events" })
    }

    @Test func usesAllParameters() throws {
        let events = try resolve(
            "a?evt=10000001&" + (0..<900).map { "p\($0)=" }.joined(separator: "&"))
        #expect(events[0].parameters.count == 900)
        #expect(events[0].warnings.isEmpty)
    }
}
