import PeriluneCore
import Testing

@testable import PeriluneHTTP
@testable import WebhooksPlugin

/// Signatures, with the examples of the services' documentation.
@Suite struct WebhookSignatureTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let preset: WebhookPreset
        let secret: Secret
        let headers: HTTPHeaders
        let body: String
        /// Seconds since 1970 at which it was sent.
        var time: Int64 = 1_700_000_000
        var testDescription: String { preset.rawValue }
    }

    static let samples = [
        // GitHub: Validating webhook deliveries.
        Sample(
            preset: .github, secret: "It's a Secret to Everybody",
            headers: [
                (
                    "X-Hub-Signature-256",
                    "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
                )
            ], body: "Hello, World!"),
        // Slack: Verifying requests from Slack.
        Sample(
            preset: .slack, secret: "8f742231b10e8888abcd99yyyzzz85a5",
            headers: [
                (
                    "X-Slack-Signature",
                    "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"
                ), ("X-Slack-Request-Timestamp", "1531420618"),
            ],
            body:
                "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
            time: 1_531_420_618),
        // Standard Webhooks, the test vector of its libraries.
        Sample(
            preset: .standard, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            headers: [
                ("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"),
                ("webhook-timestamp", "1614265330"),
                (
                    "webhook-signature",
                    "v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc= v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
                ),
            ], body: #"{"test": 2432232314}"#, time: 1_614_265_330),
        // Stripe and Shopify publish no values: computed with the hmac of Python.
        Sample(
            preset: .stripe, secret: "whsec_test",
            headers: [
                (
                    "Stripe-Signature",
                    "t=1700000000,v1=0000,v1=40d087457b64fcb61ebcc9db23c1ee698f64656909ca5aa48eca52b6033525a6,v0=ignored"
                )
            ], body: #"{"id":"evt_1","type":"invoice.paid","created":1700000000}"#),
        Sample(
            preset: .shopify, secret: "hush",
            headers: [("X-Shopify-Hmac-Sha256", "qBvrsZF7RfB1iS6BX6IHqJTp5L911P7intnPeTPsH0I=")],
            body: #"{"id":820982911946154508}"#),
    ]

    private func check(
        _ sample: Sample, headers: HTTPHeaders? = nil, body: String? = nil,
        after seconds: Int64 = 0,
        keys: [Secret]? = nil
    ) throws(PeriluneError) {
        let request = HTTPRequest(
            method: "POST", path: "/hooks/x", headers: headers ?? sample.headers,
            body: Array((body ?? sample.body).utf8))
        try sample.preset.signature?.check(
            request, keys: keys ?? [sample.secret],
            at: Timestamp(microseconds: (sample.time + seconds) * 1_000_000))
    }

    private func headIsRefused(
        _ sample: Sample, headers: HTTPHeaders? = nil, after seconds: Int64 = 0
    ) -> Bool {
        let endpoint = Webhooks.Endpoint("x", preset: sample.preset, secret: sample.secret)
        let head = HTTPRequest(
            method: "POST", path: "/hooks/x", headers: headers ?? sample.headers)
        let now = Timestamp(microseconds: (sample.time + seconds) * 1_000_000)
        do throws(PeriluneError) {
            try endpoint.checkHead(of: head, at: now)
            return false
        } catch {
            return error.code == "http.unauthorized"
        }
    }

    @Test(arguments: samples) func aHeadWithoutASignatureIsRefused(_ sample: Sample) throws {
        let header = try #require(sample.preset.signature?.header)
        #expect(!headIsRefused(sample))
        var headers = sample.headers
        headers[header] = nil
        #expect(headIsRefused(sample, headers: headers))
        headers[header] = "none"
        #expect(sample.preset == .shopify || headIsRefused(sample, headers: headers))
        #expect((sample.preset.signature?.timestamp == nil) != headIsRefused(sample, after: 3600))
    }

    @Test func aHeadWithAnotherTokenIsRefused() {
        let sample = Sample(
            preset: .gitlab, secret: "token", headers: [("X-Gitlab-Token", "token")], body: "{}")
        #expect(!headIsRefused(sample))
        for wrong in ["", "tokem", "token "] {
            #expect(headIsRefused(sample, headers: [("X-Gitlab-Token", wrong)]))
        }
        #expect(headIsRefused(sample, headers: []))
    }

    @Test(arguments: samples) func theSignatureOfTheServiceIsValid(_ sample: Sample) throws {
        try check(sample)
        try check(sample, keys: ["another", sample.secret])
    }

    @Test(arguments: samples) func anotherBodyOrKeyIsRefused(_ sample: Sample) {
        #expect(throws: PeriluneError.self) { try check(sample, body: sample.body + " ") }
        #expect(throws: PeriluneError.self) { try check(sample, keys: ["another"]) }
        #expect(throws: PeriluneError.self) { try check(sample, keys: []) }
        #expect(throws: PeriluneError.self) { try check(sample, headers: []) }
    }

    @Test(arguments: samples) func aRepeatedHeaderIsRefused(_ sample: Sample) throws {
        let header = try #require(sample.preset.signature?.header)
        var headers = sample.headers
        headers.add(header, "forged")
        #expect(throws: PeriluneError.self) { try check(sample, headers: headers) }
    }

    @Test(arguments: samples.filter { $0.preset.signature?.timestamp != nil }, [301, -301])
    func aTimestampThatIsTooFarFromTheClockIsRefused(_ sample: Sample, _ seconds: Int64) throws {
        try check(sample, after: seconds.signum() * 300)
        let error = #expect(throws: PeriluneError.self) { try check(sample, after: seconds) }
        #expect(error?.code == "http.unauthorized")
        #expect(error?.message == "the timestamp differs from the clock by more than 300 s")
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "1e9", "", "0", " 1700000000"])
    func anInvalidTimestampIsRefused(_ time: String) {
        let error = #expect(throws: PeriluneError.self) {
            try check(
                Self.samples[1],
                headers: [
                    ("X-Slack-Signature", Self.samples[1].headers["x-slack-signature"] ?? ""),
                    ("X-Slack-Request-Timestamp", time),
                ])
        }
        // The largest number is a time, however far away.
        let isTime = time == "9223372036854775807"
        #expect((error?.message == "the timestamp is missing or invalid") != isTime)
    }

    /// RFC 4231, case 2 and case 6.
    @Test(arguments: [
        (
            HMAC.sha256, "Jefe", "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            .sha512, "Jefe", "what do ya want for nothing?",
            "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
        ),
        (
            .sha384, "Jefe", "what do ya want for nothing?",
            "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649"
        ),
    ])
    func digestsAreThoseOfTheStandard(
        _ algorithm: HMAC, _ key: String, _ text: String, _ expected: String
    ) throws {
        let digest = try algorithm.digest(of: Array(text.utf8), key: Array(key.utf8))
        #expect(Hexadecimal.encode(digest) == expected)
    }
}
