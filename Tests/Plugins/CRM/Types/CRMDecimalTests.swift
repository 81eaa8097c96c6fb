import Testing

@testable import CRMPlugin

/// Decimals beside the standard library's conversion of their texts.
struct CRMDecimalTests {
    private static let decimals: [CRMDecimal] = {
        var dice = RandomCRM(seed: 3)
        return (0..<20_000).map { _ in
            let digits = Int.random(in: 1...38, using: &dice)
            let text = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &dice)) }
                .joined()
            let sign: Int128 = dice.chance() ? -1 : 1
            return CRMDecimal(
                mantissa: sign * (Int128(text) ?? 0), scale: Int.random(in: 0...24, using: &dice))
        }
    }()

    @Test func isReadAsItIsWritten() {
        for decimal in Self.decimals {
            let read = CRMDecimal(decimal.description)
            #expect(read?.mantissa == decimal.mantissa && read?.scale == decimal.scale)
        }
    }

    @Test func isTheNearestDouble() {
        for decimal in Self.decimals {
            #expect(decimal.double == Double(decimal.description), "\(decimal)")
        }
    }

    @Test func isExactIfTheShortestTextOfTheDoubleIsTheSameNumber() {
        for decimal in Self.decimals {
            let isSame = CRMDecimal(decimal.double.description) == decimal
            #expect(decimal.isExactAsDouble == isSame, "\(decimal)")
        }
    }

    @Test(
        "reads 18, 19 and 38 digits",
        arguments: [
            "999999999999999999", "9999999999999999999", "0000000000000000000000000001",
            "99999999999999999999999999999999999999", "-0.0000000000000000001",
        ])
    func readsManyDigits(_ text: String) {
        #expect(CRMDecimal(text)?.mantissa == Int128(text.filter { $0 != "." }))
    }

    @Test(arguments: [
        "", "-", ".", "1..2", "1e", "1e61", "0x1", "1 ", String(repeating: "9", count: 40),
    ])
    func refusesOtherTexts(_ text: String) { #expect(CRMDecimal(text) == nil) }
}
