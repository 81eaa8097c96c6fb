import PeriluneLinks
import PeriluneTestKit
import Testing

struct LinkReadingTests {
    /// Spellings of links, and the host that a browser opens.
    @Test(arguments: [
        "https://evil.com/", "https:evil.com", "https:/evil.com", "https:\\\\evil.com\\x",
        "\u{0}\u{1F} https://evil.com", "ht\ttps://ev\nil.c\rom", "HTTPS://EVIL.COM",
        "https:////evil.com",
        "https://good.com@evil.com/", "https://good.com:80@evil.com",
        "https://evil.com\\@good.com/",
        "https://evil.com\\.good.com/", "https://evil%2ecom/", "https://%65vil.com",
        "https://evil\u{3002}com", "https://ｅｖｉｌ.com", "https://ev\u{AD}il.com", "https://ⓔvil.com",
        "https://evil.com:443", "https://evil.com.", "//evil.com/x", "\\\\evil.com", "/\\evil.com",
        "///evil.com",
    ])
    func findsTheHostThatABrowserOpens(text: String) throws {
        let host = LinkReading.read(text.utf8.span) { bytes, parts in
            parts.comparedHost(bytes).map { bytes.text($0) }
        }
        #expect(host == "evil.com")
    }

    /// The last link that had to be rewritten is remembered.
    @Test func doesNotReuseAReadingForALinkThatDiffersInOneByte() throws {
        for _ in 0..<3 {
            for host in ["evil.com", "evil.org", "evil.co"] {
                let link = "https:\(host)/?evt=\(host.utf8.count)"
                #expect(try Link(link).host == host)
                #expect(LinkScanner.eventNumber(in: link) == Int64(host.utf8.count))
            }
        }
    }

    @Test(arguments: [
        "http://127.0.0.1", "http://127.1", "http://2130706433/", "http://0x7f000001",
        "http://0177.0.0.1",
        "http://127.0.0.1.", "http://１２７.0.0.1", "http://127%2e0.0.1",
    ])
    func readsEverySpellingOfAnAddress(text: String) throws {
        #expect(try Link(text).host == "127.0.0.1")
    }

    @Test(arguments: [
        ("https://", LinkProblem.hostMissing), ("https://@/", .hostMissing),
        ("https://[::1", .ipv6),
        ("https://[1::2::3]/", .ipv6), ("https://h:8a", .port), ("https://h:65536/", .port),
        ("https://h:99999999999999999999", .port), ("https://a b/", .hostCharacter),
        ("https://a|b/", .hostCharacter), ("https://1.2.3.4.5/", .ipv4),
        ("https://256.1.1.1", .ipv4),
        ("https://\u{FFFD}/", .domain), ("app://a b/", .hostCharacter), ("//[x", .ipv6),
    ])
    func tellsWhatIsWrong(text: String, problem: LinkProblem) throws {
        #expect(LinkReading.problem(of: text.utf8.span) == problem)
        #expect(try Link(text).problem == problem)
        #expect(try Link(text).canonical == nil)
        #expect(LinkScanner.eventNumber(in: text + "?evt=4001") == nil)
    }

    @Test(arguments: ["", " ", "\t\n", "\u{0}"])
    func aBlankTextIsNotALink(text: String) {
        #expect(LinkReading.problem(of: text.utf8.span) == .empty)
    }

    @Test func aLinkWithTooManyParametersIsInvalid() throws {
        let most = (0..<Link.maximumParameters).map { "a=\($0)" }
        let link = try Link("mstr://?" + most.joined(separator: "&"))
        #expect(link.problem == nil)
        #expect(link.parameters.count == Link.maximumParameters)
        let more = try Link("mstr://?" + most.joined(separator: "&") + "&b&&")
        #expect(more.problem == .tooManyParameters(Link.maximumParameters + 1))
    }

    @Test(arguments: [
        ("mstr://evt=4001&reportID=X", "evt=4001&reportID=X"), ("mstr://?evt=4001", "evt=4001"),
        (" mstr://?evt=3995 \n", "evt=3995"), ("MstriPad:///?evt=1", "evt=1"),
        ("mstr://?x=A\\B", "x=A\\B"), ("mstr://?e\tvt=1", "evt=1"), ("mstr:///", nil),
    ])
    func readsEveryFormOfTheSDK(text: String, query: String?) throws {
        let link = try Link(text)
        #expect(link.query == query)
        #expect(link.problem == nil)
        #expect(link.raw == text)
    }

    /// Where the fast scan answers, it answers what the whole parser does.
    @Test func theFastScanAgreesWithTheWholeParser() {
        var random = SeededGenerator(seed: 9)
        let pieces =
            linkPieces + [
                "https://", "http://", "app://", "ws://", "h", "evil.com", "EVIL", ".", "..", "/a",
                "/%61", "\\",
                ":8080", ":80", ":443", "_", "-", "xn--a", "1", "0x7f", "[::1]", "\u{AD}",
            ]
        var compared = 0
        for _ in 0..<100_000 {
            let start =
                ["https://", "http://evil.com", "app://h/", ""].randomElement(using: &random) ?? ""
            let text = start + random.text(of: pieces, upTo: 7)
            guard case .asWritten(let parts) = LinkReading(text.utf8.span), !parts.kind.isMobile,
                parts.kind != .relative
            else { continue }
            compared += 1
            guard let url = try? WebURL(text) else {
                Issue.record("the fast scan takes \(text)")
                continue
            }
            let link = try? Link(text)
            #expect(link?.scheme == url.scheme)
            #expect(link?.host ?? "" == url.host?.lowercased() ?? "", "\(text)")
            #expect(link?.port == url.effectivePort, "\(text)")
            #expect(decoded(link?.path) == decoded(url.path) || link?.path == "", "\(text)")
            #expect(link?.query == nil ? url.query == nil : url.query != nil, "\(text)")
            #expect(decoded(link?.query) == decoded(url.query), "\(text)")
        }
        #expect(compared > 10_000)
    }

    /// The decoded bytes, which need not be text.
    private func decoded(_ path: String?) -> [UInt8] {
        let bytes = Array((path ?? "").utf8)
        var result: [UInt8] = []
        var position = 0
        while position < bytes.count {
            result.append(bytes.span.decodedByte(at: &position, before: bytes.count))
        }
        return result
    }
}
