import PeriluneLinks
import Testing

struct LinkScannerTests {
    @Test(arguments: [
        ("mstr://?evt=10000001", 10_000_001 as Int64?), ("mstr://evt=5&x=1", 5),
        ("mstrWeb?src=mstrWeb.1&evt=0004001", 4001), ("a?x=evt&evt=2&evt=3", 2),
        ("a?evt=%31%30#x", 10), ("a?evt", nil), ("a?evt=", nil), ("a?evt=x&evt=1", nil),
        ("a?evt=1x", nil), ("a?evt=-1", nil), ("a?evts=1", nil), ("a?EVT=1", nil),
        ("a#?evt=1", nil),
        ("a?b#&evt=1", nil), ("http://evt=5", nil), ("a?evt=9223372036854775808", nil),
        ("a?evt=9223372036854775807", .max), ("", nil), ("a?ev", nil), ("a?%65", nil),
    ])
    func findsTheEventNumber(text: String, number: Int64?) {
        #expect(LinkScanner.eventNumber(in: text) == number)
        #expect(LinkScanner.eventNumber(in: Array(text.utf8).span) == number)
    }

    @Test(arguments: [
        ("mstr://?evt=9999999", false), ("mstr://?evt=10000000", true), ("mstr://?x=1", false),
    ])
    func recognizesCustomEvents(text: String, isCustom: Bool) {
        #expect(LinkScanner.isCustom(text.utf8.span) == isCustom)
    }

    @Test func skipsLinksThatTheParserRefuses() {
        let text = "a?evt=1&x=" + String(repeating: "a", count: Link.maximumLength)
        #expect(LinkScanner.eventNumber(in: text) == nil)
    }
}
