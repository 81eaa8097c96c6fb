import PeriluneCore
import PeriluneFiles
import PeriluneJSON
import Testing

@testable import PeriluneHTTP
@testable import WebhooksPlugin

/// From a request to an event.
@Suite struct WebhookEndpointTests {
    private func signed(
        _ body: String, _ headers: HTTPHeaders, key: String = "key"
    ) throws -> HTTPRequest {
        var headers = headers
        let digest = try HMAC.sha256.digest(of: Array(body.utf8), key: Array(key.utf8))
        let text = Hexadecimal.encode(digest)
        headers.add("X-Hub-Signature-256", "sha256=" + text)
        return HTTPRequest(
            method: "POST", path: "/hooks/github", headers: headers, body: Array(body.utf8))
    }

    private let github = Webhooks.Endpoint("github", preset: .github, secret: "key")

    @Test func aDeliveryOfGitHubBecomesAnEvent() throws {
        let delivery = try github.delivery(
            of: signed(
                #"{"action":"opened","repository":{"full_name":"a/b"}}"#,
                [("X-GitHub-Event", "issues"), ("X-GitHub-Delivery", "72d3162e")]), at: .now)
        let json = String(decoding: delivery.events[0].json, as: UTF8.self)
        #expect(
            json
                == #"{"specversion":"1.0","id":"72d3162e","source":"github","type":"github.issues.opened","subject":"a/b","data":{"action":"opened","repository":{"full_name":"a/b"}}}"#
        )
    }

    @Test(arguments: ["application/json", "application/x-www-form-urlencoded"])
    func numbersKeepTheirSpellingAndSize(_ type: String) throws {
        let json = #"{"total":1.10,"id":12345678901234567890123,"rate":1E-2}"#
        var endpoint = github
        endpoint.attributes.id = ["{body.id}"]
        let body = type.hasSuffix("json") ? json : "payload=" + json
        let event = try endpoint.delivery(of: signed(body, [("Content-Type", type)]), at: .now)
            .events[0]
        let text = String(decoding: event.json, as: UTF8.self)
        #expect(text.contains(#""data":"# + json))
        #expect(text.contains(#""id":"12345678901234567890123""#))
    }

    @Test(arguments: [
        ("1.10", "1.10"), ("1.0", "1.0"), ("1e3", "1e3"), ("-7", "-7"), ("true", "true"),
        ("false", "false"), ("null", nil), ("{}", nil), ("[1]", nil), (#""""#, nil),
        (#""\ud83d""#, nil), (#""\ud83d\ude00""#, "😀"),
    ])
    func aTemplateSpellsNumbersAndBooleansAsTheBodyDoes(json: String, text: String?) throws {
        var endpoint = github
        endpoint.attributes.subject = ["{body.n}"]
        let event = try endpoint.delivery(of: signed(#"{"n":\#(json)}"#, []), at: .now).events[0]
        #expect(try Value(json: event.json)["subject"] == text.map { .string($0) })
    }

    @Test(arguments: [
        ("", "the body is empty", "send the event in the body, as JSON or as a form"),
        (
            #"{"id":1,"id":2}"#, #"the name "id" appears twice in one object"#,
            "configure the service to send each name once"
        ),
        (
            "hello", "the body is not JSON: expected a JSON value",
            "configure the service to send JSON"
        ),
    ])
    func theHintFitsABodyThatIsRefused(body: String, message: String, hint: String) throws {
        let error = #expect(throws: PeriluneError.self) {
            try github.delivery(of: signed(body, []), at: .now)
        }
        #expect(error?.code == "webhook.body")
        #expect(error?.message == message)
        #expect(error?.hint == hint)
    }

    @Test func aTemplateFindsAHeaderInAnyCase() throws {
        var endpoint = try configured(
            #"{"name":"shop","secret":"env:PATH","preset":"github","id":"{headers.X-Delivery}"}"#)
        endpoint = Webhooks.Endpoint("shop", ["key"], endpoint.proof, endpoint.attributes)
        let event = try endpoint.delivery(of: signed("{}", [("x-deLivery", "7")]), at: .now)
            .events[0]
        #expect(try Value(json: event.json)["id"] == "7")
    }

    @Test func aRepetitionWithAnotherDeliveryHeaderIsTheSameDelivery() throws {
        let first = try github.delivery(of: signed("{}", [("X-GitHub-Delivery", "1")]), at: .now)
        let second = try github.delivery(of: signed("{}", [("X-GitHub-Delivery", "2")]), at: .now)
        #expect(first.identity == second.identity)
    }

    @Test func anIdThatIsSignedIdentifiesTheDelivery() throws {
        let endpoint = try configured(
            #"{"name":"shop","secret":"env:PATH","header":"x-hub-signature-256","prefix":"sha256=","id":"{body.id}"}"#
        )
        #expect(endpoint.name == "shop")
    }

    @Test func aFormWithAPayloadHasTheDataOfThePayload() throws {
        let request = try signed(
            "payload=%7B%22a%22%3A1%7D", [("Content-Type", "application/x-www-form-urlencoded")])
        let delivery = try github.delivery(of: request, at: .now)
        #expect(
            String(decoding: delivery.events[0].json, as: UTF8.self).contains(#""data":{"a":1}"#))
    }

    private func form(_ text: String, to endpoint: Webhooks.Endpoint) throws -> Value? {
        let request = try signed(text, [("Content-Type", "application/x-www-form-urlencoded")])
        let delivery = try endpoint.delivery(of: request, at: .now)
        return try Value(json: delivery.events[0].json)["data"]
    }

    @Test func aPayloadFieldAmongOthersIsAnOrdinaryField() throws {
        let shop = Webhooks.Endpoint(
            "shop", ["key"], WebhookPreset.github.proof, WebhookAttributes())
        let text = "id=3&event=ok&payload=%7B%22id%22%3A%223x%22%2C%22event%22%3A%22evil%22%7D"
        let data = try form(text, to: shop)
        #expect(data?["event"] == "ok")
        #expect(data?["payload"] == #"{"id":"3x","event":"evil"}"#)
        #expect(try form("payload=%7B%22a%22%3A1%7D", to: shop) == ["a": 1])
        #expect(try form(text, to: github)?["event"] == "evil")
    }

    @Test(arguments: ["event=ok&event=evil", "payload=1&payload=%7B%7D", "a=1&%61=1"])
    func aFormThatRepeatsAFieldIsRefused(_ text: String) throws {
        let error = #expect(throws: PeriluneError.self) { try form(text, to: github) }
        #expect(error?.code == "webhook.body")
        #expect(error?.message.hasSuffix("more than once") == true)
    }

    /// No signature covers the header.
    @Test func anotherContentTypeMakesNoOtherEventOfABody() throws {
        let json = try github.delivery(of: signed(#" {"a":1}"#, []), at: .now)
        let form = try github.delivery(
            of: signed(
                #" {"a":1}"#, [("Content-Type", "application/x-www-form-urlencoded")]), at: .now)
        #expect(form.events == json.events)
        #expect(form.identity == json.identity)
    }

    @Test func aChallengeIsAnsweredAndMakesNoEvent() throws {
        let request = try signed(#"{"type":"url_verification","challenge":"3eZb"}"#, [])
        let delivery = try github.delivery(of: request, at: .now)
        #expect(delivery.events.isEmpty)
        guard case .response(let response) = delivery.answer else {
            Issue.record("no response")
            return
        }
        #expect(response.body == Array("3eZb".utf8))
    }

    @Test(arguments: ["orders/create", "/orders//create/", "orders create\n"])
    func aTypeHasOnlyNamesAndDots(_ text: String) {
        #expect(WebhookAttributes.type(text) == "orders.create")
    }

    @Test(arguments: [
        ("größe", "größe"), ("gro\u{308}ße", "gro\u{308}ße"), ("日本/東京", "日本.東京"),
        ("заказ №٣", "заказ.٣"), ("a\u{200D}b\u{FE0F}", "a.b"), ("½ 🛒", ""),
    ])
    func aTypeKeepsTheLettersAndDigitsOfAnyScript(text: String, type: String) {
        #expect(Array(WebhookAttributes.type(text).utf8) == Array(type.utf8))
    }

    @Test func aTokenIsCompared() throws {
        let gitlab = Webhooks.Endpoint("gitlab", preset: .gitlab, secret: "token")
        func post(_ token: String) throws {
            _ = try gitlab.delivery(
                of: HTTPRequest(
                    method: "POST", path: "/hooks/gitlab", headers: [("X-Gitlab-Token", token)],
                    body: Array("{}".utf8)), at: .now)
        }
        try post("token")
        for wrong in ["", "tokem", "token "] {
            #expect(throws: PeriluneError.self) { try post(wrong) }
        }
    }

    private func configured(_ json: String) throws(PeriluneError) -> Webhooks.Endpoint {
        try Webhooks(settings: Array(#"{"endpoints":[\#(json)]}"#.utf8)).endpoints[0]
    }

    @Test(arguments: [
        (#"{"name":"a"}"#, "endpoints[0].secret is missing"),
        (#"{"name":"a/b","secret":"env:PATH"}"#, "endpoints[0].name is not a part of a path"),
        (#"{"name":"a","secret":"env:PATH"}"#, "endpoints[0].header is missing"),
        (
            #"{"name":"a","secret":"env:PATH","preset":"githup"}"#,
            "endpoints[0].preset must be one of github, gitlab, shopify, slack, standard, stripe"
        ),
        (
            #"{"name":"a","secret":"env:PATH","header":"x","signed":"{timestamp}"}"#,
            "endpoints[0].signed must contain {body}, and may contain {timestamp} and {id}"
        ),
        (
            #"{"name":"a","secret":"env:PATH","header":"x","signed":"{timestamp}{body}"}"#,
            "endpoints[0].signed must contain {timestamp} if there is a timestampHeader, and only then"
        ),
        (
            #"{"name":"a","secret":"env:PATH","preset":"github","tokenHeader":"x"}"#,
            "endpoints[0].tokenHeader would replace the signature of the requests"
        ),
        (
            #"{"name":"a","secret":"env:PATH","header":"x","id":"fixed"}"#,
            "endpoints[0].id has no field, so that all events would have the same id"
        ),
        (
            #"{"name":"a","secret":"env:PATH","header":"x","signed":"{id}{body}"}"#,
            "endpoints[0].signed contains {id}, but no header has the id"
        ),
        (
            #"{"name":"a","secret":"env:PATH","header":"x","id":"{body"}"#,
            "endpoints[0].id is not a valid template: '{body'"
        ),
        (
            #"{"name":"a","secret":"env:PATH","header":"x","type":"a.{bdy.id}"}"#,
            "endpoints[0].type has the unknown field {bdy.id}"
        ),
        (
            #"{"name":"a","secret":"env:PATH","header":"x","subject":"{headers}"}"#,
            "endpoints[0].subject has the unknown field {headers}"
        ),
    ])
    func anErrorNamesTheSetting(_ json: String, _ message: String) {
        let error = #expect(throws: PeriluneError.self) { try configured(json) }
        #expect(error?.message == message)
    }
}
