import CPeriluneJSON
import Testing

/// What numbers are read as.
struct NumberTests {
    private let parser = TestParser()

    @Test(arguments: [
        ("0", 0), ("-1", -1), ("999999999999999999", 999_999_999_999_999_999),
        ("1000000000000000000", 1_000_000_000_000_000_000), ("9223372036854775807", Int64.max),
        ("-9223372036854775808", Int64.min),
    ])
    func readsIntegersExactly(text: String, expected: Int64) {
        for document in [text, "[\(text)]", "[\(text) ]"] {
            parser.parse(document) { outcome in
                let number = outcome.document.number(document == text ? 0 : 1)
                #expect(number.kind == CPJ_INTEGER)
                #expect(number.integer == expected)
            }
        }
    }

    @Test(arguments: [
        "9223372036854775808", "-9223372036854775809", "18446744073709551616", "1e400", "-1e309",
        "1e99999999999999999999", "100000000000000000000000000000000000000000000000",
    ])
    func namesNumbersThatDoNotFit(text: String) {
        parser.parse("[\(text)]") { outcome in
            #expect(outcome.document.number(1).kind == CPJ_OUT_OF_RANGE)
        }
    }

    @Test(arguments: [
        "-0", "0.1", "-0.0", "1e22", "1e23", "5e-324", "1e-400", "-1e-99999999999999999999",
        "2.2250738585072011e-308", "9007199254740993.0", "9007199254740992.5",
        "123456789012345678.5",
        "0.30000000000000004", "1.7976931348623157e308", "0.000000000000000000001", "1E5",
        "0.0000000000000000000000000001e28", "1000000000000000000000000000000e-400",
    ])
    func readsDoublesToTheNearest(text: String) {
        parser.parse("[\(text)]") { outcome in
            let number = outcome.document.number(1)
            #expect(number.kind == CPJ_DOUBLE)
            #expect(number.real.bitPattern == Double(text)?.bitPattern)
        }
    }

    @Test func readsNoNumberFromOtherValues() {
        parser.parse(#"[1x,"1",-,[1],01,1.,null]"#, trusted: true) { outcome in
            #expect(outcome.status == CPJ_OK)
            for place in 0..<7 {
                let node = outcome.document.element(0, place)
                #expect(outcome.document.number(node).kind == CPJ_NOT_A_NUMBER)
            }
        }
    }

    @Test func doesNotReadBeyondTheDocument() {
        parser.parse("12") { #expect($0.document.number(0).integer == 12) }
        parser.parse("1", trusted: true) { #expect($0.document.number(0).integer == 1) }
    }
}
