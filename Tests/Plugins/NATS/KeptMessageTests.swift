import PeriluneCore
import PeriluneHTTP
import Testing

@testable import PeriluneMessages

/// Messages that are kept with their headers.
struct KeptMessageTests {
    private let time = Timestamp(microseconds: 1_767_225_600_000_001)

    private func message(_ headers: [(String, [UInt8])], _ body: String) -> ReceivedMessage {
        var fields = HTTPHeaders()
        for (name, value) in headers { fields.add(name: name.utf8, value: value) }
        return ReceivedMessage(
            headers: fields, data: Array(body.utf8),
            attributes: .init(id: "1", source: "/s", time: time, []), identity: nil)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private let binary: [(String, [UInt8])] = [
        ("ce-specversion", Array("1.0".utf8)), ("ce-id", Array("50%25: é\n\"".utf8)),
        ("ce-source", Array("/s".utf8)), ("ce-type", Array("t".utf8)),
        ("content-type", Array("application/json".utf8)),
    ]

    @Test func aMessageWithAttributesInHeadersIsTheSameEventWhenItIsRetried() throws {
        let message = message(binary, #"{"specversion":"1.0","id":"x","source":"y","type":"z"}"#)
        let first = try MessageDecoder(.init(.cloudevents)).delivery(of: message).events
        let retried = try MessageDecoder.event(ofRetried: MessageDecoder.entry(of: message))
        #expect(first.map { text($0.json) } == [text(retried.json)])
        #expect(text(retried.json).contains("2026-01-01T00:00:00.000001Z"))
    }

    @Test(arguments: [
        (#"{"n":1}"#, #""data":{"n":1}"#), ("text", #""data":"text""#),
    ])
    func aMessageThatIsNoEventBecomesOne(_ body: String, _ data: String) throws {
        let delivery = try MessageDecoder(.init(.data, type: "order.placed"))
            .delivery(of: message([], body))
        #expect(
            delivery.events.map { text($0.json) } == [
                #"{"specversion":"1.0","id":"1","source":"/s","type":"order.placed","#
                    + #""time":"2026-01-01T00:00:00.000001Z",\#(data)}"#
            ])
    }

    @Test func aKeptMessageFailsWithTheSameErrorAgain() throws {
        let message = message([("content-type", Array("text/plain".utf8))], "{}")
        let entry = MessageDecoder.entry(of: message)
        #expect(
            text(entry)
                == "perilune-message: 2026-01-01T00:00:00.000001Z\ncontent-type: text/plain\n\n{}")
        let error = #expect(throws: PeriluneError.self) {
            try MessageDecoder.event(ofRetried: entry)
        }
        #expect(error?.code == "event.media-type")
    }

    @Test func onlyTheBodyOfAStructuredMessageIsKept() {
        #expect(text(MessageDecoder.entry(of: message([], "{bad"))) == "{bad")
        let structured = [("Content-Type", Array("application/cloudevents+json".utf8))]
        #expect(text(MessageDecoder.entry(of: message(structured + binary, "{}"))) == "{}")
    }

    @Test func aBodyThatLooksLikeAKeptMessageIsABody() throws {
        let body = "perilune-message: 2026-01-01T00:00:00Z\nce-id: 1\n\n{}"
        let entry = MessageDecoder.entry(of: message([], body))
        #expect(KeptMessage(entry).map { text($0.body) } == body)
    }

    @Test func bytesThatAreNotTextAreKept() throws {
        let message = message([("a:b", [0xFF, 0x0A, 0x25, 0x20])], "")
        let kept = try #require(KeptMessage(KeptMessage.bytes(of: message)))
        #expect(kept.headers.packed == message.headers.packed)
    }

    @Test(arguments: [
        "perilune-message: now\n\n", "perilune-message: 2026-01-01T00:00:00Z\nx: 1\n",
        "perilune-message: 2026-01-01T00:00:00Z\nx\n\n",
        "perilune-message: 2026-01-01T00:00:00Z\nx: %F\n\n",
    ])
    func otherTextIsNotAKeptMessage(_ text: String) {
        #expect(KeptMessage(Array(text.utf8)).map(\.body) == nil)
    }
}
