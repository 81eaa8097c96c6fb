import PeriluneCore
import Testing

@testable import CRMPlugin

struct WireDateTests {
    private func date(_ text: String) -> WireDate? {
        let bytes = Array(text.utf8)
        return WireDate(escaped: bytes.span)
    }

    @Test(arguments: [
        (#"\/Date(0)\/"#, "1970-01-01T00:00:00Z"),
        ("/Date(0)/", "1970-01-01T00:00:00Z"),
        ("/Date(-1)/", "1969-12-31T23:59:59.999Z"),
        (#"\/Date(1506409448000-0700)\/"#, "2017-09-26T00:04:08-07:00"),
        (#"\/Date(1506409448000+0530)\/"#, "2017-09-26T12:34:08+05:30"),
        (#"\/Date(1506409448000+0000)\/"#, "2017-09-26T07:04:08Z"),
        (#"\/Date(253402300799999)\/"#, "9999-12-31T23:59:59.999Z"),
        (#"\/Date(-62135596800000)\/"#, "0001-01-01T00:00:00Z"),
    ])
    func reads(_ text: String, _ iso: String) {
        #expect(date(text)?.iso == iso)
    }

    @Test(arguments: [
        "", "/Date()/", "/Date(1)", "Date(1)/", "/Date(1/", "/Date(1)/ ", "/Date(a)/",
        "/Date(1+1)/", "/Date(1+2400)/", "/Date(1+0060)/", "/Date(1-00000)/", "/Date(--1)/",
        "/Date(999999999999999)/", "/Date(9999999999999999999999)/", "/Datum(1)/ab",
    ])
    func refusesInvalidDates(_ text: String) {
        #expect(date(text) == nil)
    }

    @Test func aPartOfADateIsNotADate() {
        let whole = #"\/Date(1506409448000-0700)\/"#
        for length in 0..<whole.count { #expect(date(String(whole.prefix(length))) == nil) }
    }

    @Test func writesWhatItReads() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<2000 {
            let one = WireDate(
                milliseconds: .random(
                    in: -62_135_596_800_000...253_402_300_799_999, using: &random),
                offsetMinutes: Bool.random(using: &random)
                    ? .random(in: -1439...1439, using: &random) : nil)
            #expect(date(one.escaped) == one)
            #expect(Timestamp(one.iso)?.flooredMilliseconds ?? one.milliseconds == one.milliseconds)
        }
    }
}

/// Repeatable random numbers.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
