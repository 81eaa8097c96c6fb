import PeriluneCore
import Testing

@testable import Perilune

struct CloudEventsTests {
    private let door: Door

    init() throws {
        door = try Door(durable: false) { options in
            options.bodyLimit = 4096
        } _: {
            Delegate(on: "test.*", name: "echo") { event, commander in
                commander.effect("echo", .init([("json", try Value(json: event.json))]))
                return .handled
            }
        }
    }

    /// What the delegate saw.
    private func echo() async throws -> [Value] {
        await door.drain()
        defer { door.remove() }
        return try door.lines()
            .compactMap { try Value(json: $0)["effects"]?[0]?["json"] }
    }

    private func binary(
        _ body: String, _ type: String?, _ more: (String, String)...
    ) async -> HTTPResponse {
        await door.post(
            body, type,
            [
                ("CE-SpecVersion", "1.0"), ("ce-id", "1"), ("ce-source", "/s"),
                ("ce-type", "test.made"),
            ] + more)
    }

    @Test func acceptsAStructuredEventUnchanged() async throws {
        let json =
            #"{"type":"test.made","specversion":"1.0","id":"1","source":"s","time":"2026-11-21T10:00:00Z","n":18446744073709551615.0,"data":{"b":[ ]}}"#
        #expect(await door.post(json, "Application/CloudEvents+JSON; charset=UTF-8").status == 202)
        #expect(try await echo().map(\.json) == [try Value(json: json).json])
    }

    @Test func anEventWithoutATimeGetsThatOfItsArrival() async throws {
        let before = Timestamp.now.microseconds
        #expect(await door.send("1").status == 202)
        #expect(await binary("{}", "application/json").status == 202)
        let times = try await echo().map { Timestamp($0["time"]?.string ?? "")?.microseconds ?? 0 }
        #expect(times.count == 2)
        #expect(times.allSatisfy { $0 >= before && $0 <= Timestamp.now.microseconds })
    }

    @Test func makesAnEventOfHeadersAndBody() async throws {
        #expect(
            await binary(
                #"{"n": 9007199254740993}"#, "application/json",
                ("ce-time", "2026-11-21T10:00:00Z"), ("ce-subject", "Caf%C3%A9 %22x%22"),
                ("ce-tenant", #""a \"b\" c""#), ("X-Other", "x")
            ).status == 202)
        let event = try #require(try await echo().first)
        #expect(
            event.json
                == #"{"specversion":"1.0","id":"1","source":"/s","type":"test.made","time":"2026-11-21T10:00:00Z","subject":"Café \"x\"","tenant":"a \"b\" c","datacontenttype":"application/json","data":{"n":9007199254740993}}"#
        )
    }

    @Test(arguments: [
        ("plain", "text/plain", #","datacontenttype":"text/plain","data":"plain"}"#),
        (
            "<a/>", "application/xml",
            #","datacontenttype":"application/xml","data_base64":"PGEvPg=="}"#
        ),
        ("", "application/json", #","datacontenttype":"application/json"}"#),
        (
            "[1]", "application/vnd.x+json",
            #","datacontenttype":"application/vnd.x+json","data":[1]}"#
        ),
    ])
    func keepsDataAsJSONTextOrBase64(_ body: String, _ type: String, _ end: String) async throws {
        #expect(await binary(body, type).status == 202)
        let event = try #require(try await echo().first)
        #expect(event.json.hasSuffix(end))
    }

    @Test func acceptsABatchInOrder() async throws {
        let events = (1...3).map {
            #"{"specversion":"1.0","id":"\#($0)","source":"s","type":"test.made"}"#
        }
        let response = await door.post(
            "[\(events.joined(separator: ","))]", "application/cloudevents-batch+json")
        #expect(response.text == "{\"accepted\":3}\n")
        #expect(try await echo().map { $0["id"]?.string } == ["1", "2", "3"])
    }

    @Test func aBatchWithOneBadEventIsRefusedAsAWhole() async throws {
        let good = #"{"specversion":"1.0","id":"1","source":"s","type":"test.made"}"#
        let bad = #"{"specversion":"1.0","source":"s","type":"test.made"}"#
        let response = await door.post("[\(good),\(bad)]", "application/cloudevents-batch+json")
        #expect(response.status == 400)
        #expect(response.errorCode == "event.id")
        #expect(response.text.contains("event 2 of the batch"))
        #expect(door.intake.unfinished == 0)
        door.remove()
    }

    @Test(arguments: [
        ("{\"specversion\":\"1.0\",", "json.syntax"), ("[]", "event.object"), ("", "json.empty"),
        (#"{"specversion":"1.0","id":"","source":"s","type":"t"}"#, "event.id"),
        (#"{"specversion":"1.0","id":"1","source":"s","type":7}"#, "event.type"),
        (#"{"specversion":"0.3","id":"1","source":"s","type":"t"}"#, "event.specversion"),
        (
            #"{"specversion":"1.0","id":"1","source":"s","type":"t","time":"noon"}"#,
            "event.time"
        ),
        (#"{"id":"1","source":"s","type":"t"}"#, "event.specversion"),
        (#"{"specversion":"1.0","id":"1","id":"2","source":"s","type":"t"}"#, "json.duplicate"),
    ])
    func saysWhatIsWrongWithAnEvent(_ body: String, _ code: String) async throws {
        let response = await door.post(body)
        #expect(response.status == 400)
        #expect(response.errorCode == code)
        #expect(response.headers["Content-Type"] == "application/json")
        door.remove()
    }

    @Test func saysWhatIsWrongWithHeaders() async throws {
        let cases: [(HTTPResponse, Int, String)] = [
            (await binary("{", "application/json"), 400, "json.syntax"),
            (await binary("1},{", "application/json"), 400, "json.syntax"),
            (await binary("{}", "application/json", ("ce-id", "2")), 400, "event.duplicate"),
            (await binary("{}", "application/json", ("ce-a_b", "2")), 400, "event.attribute"),
            (await binary("{}", "application/json", ("ce-data", "2")), 400, "event.attribute"),
            (await binary("{}", "application/json", ("ce-subject", "%F")), 400, "event.attribute"),
            (await binary("{}", "application/json", ("ce-subject", "%FF")), 400, "event.attribute"),
            (await binary("{}", "text/plain; charset=latin1"), 415, "event.media-type"),
            (await door.post("{}", "application/json"), 415, "event.media-type"),
            (await door.post("{}", nil), 415, "event.media-type"),
            (await door.post("x", "application/cloudevents+avro"), 415, "event.media-type"),
            (await door.post("{}", "application/cloudevents-batch+json"), 400, "event.batch"),
            (await door.post(String(repeating: " ", count: 5000)), 413, "event.size"),
            (
                await door.post(
                    "", "application/json", [("ce-id", "1"), ("ce-specversion", "1.0")]),
                400, "event.source"
            ),
        ]
        for (number, (response, status, code)) in cases.enumerated() {
            #expect(response.status == status, "case \(number): \(response.text)")
            #expect(response.errorCode == code, "case \(number): \(response.text)")
        }
        door.remove()
    }

    @Test func saysWhatWasReceivedInsteadOfACloudEvent() async throws {
        let plain = await door.post("{}", "application/json")
        #expect(plain.text.contains("the Content-Type is application/json, which is not"))
        #expect(await door.post("{}", nil).text.contains("it has no Content-Type"))
        let old = await door.post(#"{"id":"1","source":"s","type":"t"}"#)
        #expect(old.text.contains("the event has no specversion"))
        door.remove()
    }

    @Test(arguments: ["application/cloudevents+json", "application/json"])
    func aBatchThatIsSentAsOneEventHasAHint(_ type: String) async throws {
        let response = await door.post(
            #" [{"specversion":"1.0","id":"1","source":"s","type":"test.made"}]"#, type)
        #expect(response.status >= 400)
        #expect(
            response.text.contains(
                "send a batch with Content-Type: application/cloudevents-batch+json"))
        door.remove()
    }

    @Test func anUnknownPathGetsASuggestion() async throws {
        #expect(await door.post("{}", to: "/event").text.contains("did you mean '/events'?"))
        #expect(await door.post("{}", to: "/").text.contains("events go to /events, or"))
        #expect(await door.get("/metric").text.contains("did you mean '/metrics'?"))
        #expect(await !door.get("/").text.contains("hint"))
        door.remove()
    }

    @Test func answersOnlyTheMethodsOfAPath() async throws {
        let get = await door.get("/events")
        #expect(get.status == 405)
        #expect(get.headers["Allow"] == "POST")
        #expect(await door.post("", to: "/livez").headers["Allow"] == "GET, HEAD")
        #expect(await door.get("/elsewhere").status == 404)
        door.remove()
    }

    @Test func requiresTheTokenIfOneIsConfigured() async throws {
        let door = try Door(durable: false) {
            $0.token = Array("secret".utf8)
        } _: {
        }
        defer { door.remove() }
        let json = #"{"specversion":"1.0","id":"1","source":"s","type":"t"}"#
        for wrong in [nil, "Bearer wrong", "Bearer secret2", "Basic secret", "secret"] {
            let headers = wrong.map { [("Authorization", $0)] } ?? []
            let response = await door.post(json, "application/cloudevents+json", headers)
            #expect(response.status == 401)
            #expect(response.headers["WWW-Authenticate"] == "Bearer")
            #expect(!response.text.contains("secret"))
        }
        let right = await door.post(
            json, "application/cloudevents+json", [("authorization", "bearer secret")])
        #expect(right.status == 202)
    }
}
