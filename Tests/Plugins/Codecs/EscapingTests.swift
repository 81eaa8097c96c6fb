import CodecsPlugin
import PeriluneCore
import Testing

/// Text that codecs write into events, and the checks that they spare.
struct EscapingTests {
    /// What may need an escape, and what may not, of one to four bytes.
    private static let pieces = [
        "a", "1234567", " ", "\"", "\\", "\t", "\u{1}", "\u{1F}", "\u{7F}", "\u{80}", "\u{A2}", "é",
        "€", "😀",
    ]

    @Test func aLineOfAnyTextIsTheDataOfItsEvent() throws {
        var random = Shuffled()
        for _ in 0..<50 {
            let lines = (0..<20).map { _ in
                "x"
                    + (0..<random.below(24)).map { _ in Self.pieces[random.below(Self.pieces.count)]
                    }.joined()
            }
            let events = try TestLog(lines.joined(separator: "\n")).entries(Codecs.named("lines"))
            #expect(events.map { $0["data"]?.string } == lines)
        }
    }

    @Test func everyByteOfAWordCanNeedAnEscape() throws {
        for special in ["\"", "\\", "\t", "\u{1F}"] {
            for place in 0..<24 {
                let line =
                    String(repeating: "a", count: place) + special
                    + String(repeating: "b", count: 23 - place)
                let events = try TestLog(line).entries(Codecs.named("lines"))
                #expect(events.map { $0["data"]?.string } == [line])
            }
        }
    }

    /// A generator that repeats itself.
    private struct Shuffled {
        private var state: UInt64 = 14

        mutating func below(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
    }
}
