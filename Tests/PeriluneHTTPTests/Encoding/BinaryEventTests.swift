import PeriluneCore
import PeriluneHTTP
import Testing

/// Events whose attributes are headers, and the media types of their bodies.
struct BinaryEventTests {
    private func json(_ fields: [(String, String)], _ body: String = "") throws -> String {
        var request = HTTPRequest(method: "POST", path: "/events")
        for (name, value) in fields { request.headers.add(name, value) }
        request.body = Array(body.utf8)
        let type = MediaType(request.headers["content-type"] ?? "")
        let event = try BinaryEvent(request, type) { _ throws(PeriluneError) in }
        return String(decoding: event.json, as: UTF8.self)
    }

    private let attributes = [
        ("ce-specversion", "1.0"), ("ce-id", "1"), ("ce-source", "s"), ("ce-type", "a.b"),
    ]

    @Test func isMadeOfItsHeadersAndItsBody() throws {
        #expect(
            try json(
                attributes + [("ce-subject", "x"), ("content-type", "application/json")], "[1]")
                == #"{"specversion":"1.0","id":"1","source":"s","type":"a.b","subject":"x","datacontenttype":"application/json","data":[1]}"#
        )
    }

    @Test func aRequestWithoutAttributeHeadersIsNotAnEvent() {
        #expect { try json([("content-type", "text/plain")], "x") } throws: { error in
            let error = error as? PeriluneError
            return error?.code == "event.media-type"
                && error?.message.contains("the Content-Type is text/plain") == true
        }
        #expect { try json([]) } throws: {
            ($0 as? PeriluneError)?.message.contains("it has no Content-Type") == true
        }
    }

    @Test func aRepeatedHeaderIsAnError() {
        #expect { try json(attributes + [("CE-ID", "2")]) } throws: {
            ($0 as? PeriluneError)?.code == "event.duplicate"
        }
    }

    /// Repaired, different values could be equal.
    @Test(arguments: ["ce-id", "ce-subject", "Content-Type"])
    func aHeaderThatIsNotUTF8IsAnError(_ name: String) {
        var request = HTTPRequest(method: "POST", path: "/events")
        for (name, value) in attributes where name != "ce-id" { request.headers.add(name, value) }
        request.headers.add(name: name.utf8, value: [0x78, 0xFF])
        #expect { try BinaryEvent(request, MediaType("text/plain")) { _ in } } throws: { error in
            let error = error as? PeriluneError
            return error?.code == "event.attribute"
                && error?.message == "the header \(name) is not valid UTF-8"
        }
    }

    @Test func aHeaderThatIsNotAnAttributeMayHaveAnyBytes() throws {
        var request = HTTPRequest(method: "POST", path: "/events")
        for (name, value) in attributes { request.headers.add(name, value) }
        request.headers.add(name: "User-Agent".utf8, value: [0xFF])
        #expect(throws: Never.self) { try BinaryEvent(request, MediaType("text/plain")) { _ in } }
    }

    @Test(arguments: [
        ("application/cloudevents+json", "application/cloudevents+json", true, true),
        ("Application/JSON; Charset=\"UTF-8\"", "application/json", true, true),
        (" text/json ;charset=latin1", "text/json", false, true),
        ("text/plain;format=flowed; charset=us-ascii", "text/plain", true, false),
        ("", "", true, false),
    ])
    func mediaTypesAreRead(header: String, name: String, isUTF8: Bool, isJSON: Bool) {
        let type = MediaType(header)
        #expect(type.name == name)
        #expect(type.isUTF8 == isUTF8)
        #expect(type.isJSON == isJSON)
    }
}
