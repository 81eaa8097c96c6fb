import Foundation
import PeriluneCore
import PeriluneFiles
import PeriluneHTTP
import Testing

@testable import WebhooksPlugin

/// What somebody without the key sends instead of a signature.
@Suite struct ForgedSignatureTests {
    typealias Sample = WebhookSignatureTests.Sample

    /// Makes a forgery of the header of a valid request.
    struct Forgery: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let forge: @Sendable (String) -> String

        init(_ name: String, _ forge: @escaping @Sendable (String) -> String) {
            (testDescription, self.forge) = (name, forge)
        }
    }

    static let forgeries = [
        Forgery("empty") { _ in "" },
        Forgery("a space") { _ in " " },
        Forgery("a NUL") { _ in "\0" },
        Forgery("the prefix alone") { prefix(of: $0) },
        Forgery("the first half") { prefix(of: $0) + digits(of: $0).prefix(32) },
        Forgery("the first byte") { prefix(of: $0) + digits(of: $0).prefix(2) },
        Forgery("the last digit missing") { prefix(of: $0) + digits(of: $0).dropLast() },
        Forgery("the last byte missing") { prefix(of: $0) + digits(of: $0).dropLast(2) },
        Forgery("a byte more") { $0 + "00" },
        Forgery("twice") { $0 + digits(of: $0) },
        Forgery("another first digit") {
            prefix(of: $0) + (digits(of: $0).first == "a" ? "b" : "a") + digits(of: $0).dropFirst()
        },
        Forgery("zeros") { prefix(of: $0) + String(repeating: "0", count: digits(of: $0).count) },
        Forgery("no prefix") { String(digits(of: $0)) },
        Forgery("another algorithm") { "sha1=" + digits(of: $0) },
        Forgery("another version") {
            "v0,\(digits(of: $0)) v2,\(digits(of: $0)) v1a,\(digits(of: $0))"
        },
        Forgery("behind a NUL") { "\0" + $0 },
    ]

    /// All but the last signature.
    private static func prefix(of value: String) -> String {
        String(value.dropLast(digits(of: value).count))
    }

    private static func digits(of value: String) -> Substring {
        var digits = value[...]
        while digits.last == "=" { digits = digits.dropLast() }
        let start = digits.lastIndex { "=,".contains($0) }.map(digits.index(after:))
        return value[(start ?? value.startIndex)...]
    }

    private func check(
        _ sample: Sample, _ changes: [(String, String)], after seconds: Int64 = 0
    ) throws(PeriluneError) {
        var headers = sample.headers
        for (name, value) in changes { headers[name] = value }
        let request = HTTPRequest(
            method: "POST", path: "/hooks/x", headers: headers, body: Array(sample.body.utf8))
        try sample.preset.signature?.check(
            request, keys: [sample.secret],
            at: Timestamp(microseconds: (sample.time + seconds) * 1_000_000))
    }

    @Test(arguments: WebhookSignatureTests.samples, forgeries)
    func isRefused(_ sample: Sample, _ forgery: Forgery) throws {
        let header = try #require(sample.preset.signature?.header)
        // The valid one of several signatures alone.
        let valid = try #require(sample.headers[header])
            .replacing("v1=0000,", with: "").replacing(",v0=ignored", with: "")
            .replacing("v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc= ", with: "")
        try check(sample, [(header, valid)])
        let forged = forgery.forge(valid)
        // Where there is no prefix, it is the signature itself.
        guard forged != valid else { return }
        let error = #expect(throws: PeriluneError.self) { try check(sample, [(header, forged)]) }
        #expect(error?.code == "http.unauthorized")
    }

    /// A request that was listened to is sent again later, with a time that would be accepted.
    @Test func aTimeThatIsNotTheSignedOneIsRefused() throws {
        let later = "1531424218"
        let slack = WebhookSignatureTests.samples[1]
        #expect(throws: PeriluneError.self) {
            try check(slack, [("X-Slack-Request-Timestamp", later)], after: 3600)
        }
        let stripe = try #require(WebhookSignatureTests.samples.first { $0.preset == .stripe })
        let header = try #require(stripe.headers["Stripe-Signature"])
        for forged in [
            "t=1700003600," + header, header + ",t=1700003600",
            header.replacing("t=1700000000", with: "t=1700003600"),
            header.replacing("t=1700000000,", with: ""),
        ] {
            #expect(throws: PeriluneError.self) {
                try check(stripe, [("Stripe-Signature", forged)], after: 3600)
            }
        }
    }

    @Test func theIDOfAnotherMessageIsRefused() throws {
        let sample = try #require(WebhookSignatureTests.samples.first { $0.preset == .standard })
        #expect(throws: PeriluneError.self) { try check(sample, [("webhook-id", "msg_other")]) }
    }

    /// More signatures than a service sends cost no more than those.
    @Test func onlyTheFirstSignaturesAreCompared() throws {
        let sample = try #require(WebhookSignatureTests.samples.first { $0.preset == .stripe })
        let valid = "v1=40d087457b64fcb61ebcc9db23c1ee698f64656909ca5aa48eca52b6033525a6"
        func header(_ count: Int) -> String {
            "t=1700000000," + String(repeating: "v1=00,", count: count) + valid
        }
        try check(sample, [("Stripe-Signature", header(7))])
        #expect(throws: PeriluneError.self) {
            try check(sample, [("Stripe-Signature", header(8))])
        }
    }

    /// An empty key would make everybody's signature valid, and a missing token.
    @Test(arguments: ["github", "gitlab"]) func anEmptyKeyIsRefused(_ preset: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).key")
        defer { try? FileManager.default.removeItem(at: file) }
        for text in ["", "\n", "\r\n"] {
            try text.write(to: file, atomically: true, encoding: .utf8)
            let settings =
                #"{"endpoints":[{"name":"a","preset":"\#(preset)","secret":"file:\#(file.path)"}]}"#
            #expect(throws: PeriluneError.self) { try Webhooks(settings: Array(settings.utf8)) }
        }
    }
}
