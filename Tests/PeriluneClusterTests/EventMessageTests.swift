import PeriluneCore
import Testing

@testable import Perilune
@testable import PeriluneCluster
@testable import PeriluneNATS

struct EventMessageTests {
    @Test func anIdentityIsOneLineAndStaysUnique() {
        #expect(EventMessage.percentEncoded("/shop\0a 1%\n") == "/shop%00a%201%25%0A")
        #expect(EventMessage.percentEncoded("é") == "%C3%A9")
    }

    private func item(
        _ text: String, _ identity: String?, depth: Int = 0, key: UInt64 = 0
    )
        -> ForwardedEvents.Item
    {
        ForwardedEvents.Item(json: Array(text.utf8), key: key, identity: identity, depth: depth)
    }

    private func messages(
        _ items: [ForwardedEvents.Item], limit: Int = 100_000
    ) throws -> [NATSPublisher.Message] {
        try EventMessage.messages(items, subject: "c.ev.0", limit: limit)
    }

    private func deliveries(_ message: NATSPublisher.Message) -> [EventDelivery] {
        EventMessage.deliveries(message.data, message.headers, time: 5)
    }

    @Test func theEventsOfARequestAreOneMessageWithTheirIdentitiesAndOrder() throws {
        let items = [
            item("{\"a\":\n1}", "s\0one 1", depth: 2), item("{}", nil), item("[\"é\"]", "s\0é"),
        ]
        let sent = try messages(items)
        #expect(sent.count == 1)
        let received = deliveries(sent[0])
        #expect(received.map { $0.events.map(\.json) } == items.map { [$0.json] })
        #expect(received.map(\.identity) == ["s%00one%201", nil, "s%00%C3%A9"])
        #expect(received.map(\.depth) == [2, 0, 0])
        #expect(received.map(\.time) == [5, 5, 5])
    }

    @Test func anEventHasTheSameIdentityAloneAndWithOthers() throws {
        let event = item("{}", "/s\0 1")
        let alone = deliveries(try messages([event])[0])
        let together = deliveries(try messages([event, item("{}", "2")])[0])
        #expect(alone[0].identity == together[0].identity)
        #expect(alone[0].events.map(\.json) == together[0].events.map(\.json))
    }

    @Test func onlyARepeatedRequestHasTheSameID() throws {
        func id(_ items: [ForwardedEvents.Item]) throws -> String? {
            try messages(items)[0].headers[EventMessage.identity]
        }
        let (one, two, three) = (item("{}", "1"), item("{}", "2"), item("{}", "3"))
        #expect(try id([one, two]) == id([one, two]))
        #expect(try id([one, two]) != id([two, one]))
        #expect(try id([one, two]) != id([one, three]))
        #expect(try id([item("{}", "1\n2"), three]) != id([one, two, three]))
        #expect(try id([one, item("{}", nil)]) == nil)
    }

    @Test func aMessageFitsIntoACommit() throws {
        let items = (0..<10).map { item(String(repeating: "x", count: 1000), "\($0)") }
        let sent = try messages(items, limit: 5000)
        #expect(sent.map { deliveries($0).count } == [4, 4, 2])
        #expect(sent.flatMap(deliveries).map(\.identity) == items.map(\.identity))
        #expect(try messages([items[0], items[1]], limit: 10).count == 2)
        let many = (0..<1000).map { item("{}", "\($0)") }
        #expect(try messages(many).map { deliveries($0).count } == [256, 256, 256, 232])
    }

    @Test(arguments: ["", "no index", "[[5,null,0]]\nabc", "[[1,null,0]]\nabc", "[[-1,null,0]]\n"])
    func aDamagedMessageIsOneEventThatCannotBeRead(text: String) {
        var headers = HTTPHeaders()
        headers.add(EventMessage.count, "2")
        let received = EventMessage.deliveries(Array(text.utf8), headers, time: nil)
        #expect(received.map { $0.events.map(\.json) } == [[Array(text.utf8)]])
    }

    /// A server refuses a message whose headers are too large.
    @Test func aLongIdentityIsShortInAMessageAndTheSameEachTime() throws {
        let (long, other) = (
            String(repeating: "é", count: 20_000), String(repeating: "é", count: 20_001)
        )
        let alone = try messages([item("{}", long)])[0]
        #expect(alone.headers.fields.allSatisfy { $0.value.utf8.count < 100 })
        let identity = deliveries(alone)[0].identity
        let both = deliveries(try messages([item("{}", long), item("{}", other)])[0])
        #expect(both[0].identity == identity && both[1].identity != identity)
    }

    /// Somebody else may have published to the stream.
    @Test(arguments: ["-5", "0", "9223372036854775807", "99999999999999999999", "many"])
    func aFalseEventCountIsClampedToTheMaximum(_ count: String) throws {
        let header = try #require(
            try messages([item("{}", nil), item("{}", nil)])[0].headers.fields.first)
        var headers = HTTPHeaders()
        headers.add(header.name, count)
        #expect((1...EventMessage.maximumCount).contains(EventMessage.eventCount(headers)))
    }

    @Test func eventsOfOneKeyAreInOneLane() throws {
        var options = NATSConnectionOptions()
        options.servers = []
        let cluster = try Cluster(name: "c", options)
        let items = (0..<6).map { item("{}", "\($0)", key: UInt64($0 % 3)) }
        let sent = try cluster.messages(items, lanes: 2, limit: 10_000)
        #expect(sent.map { $0.map(\.subject) } == [["c.ev.0"], ["c.ev.1"]])
        #expect(deliveries(sent[0][0]).map(\.identity) == ["0", "2", "3", "5"])
        #expect(deliveries(sent[1][0]).map(\.identity) == ["1", "4"])
    }
}
