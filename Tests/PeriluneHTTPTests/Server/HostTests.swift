import Testing

@testable import PeriluneHTTP

/// What the value of a Host header may be.
struct HostTests {
    @Test func aHostHasVisibleCharactersWithoutThoseThatDelimitOtherPartsOfAURL() {
        for byte in UInt8.min...UInt8.max {
            let isAllowed =
                (0x21...0x7E).contains(byte) && !"/@?#\\<>\"{}|^`".utf8.contains(byte)
            #expect([UInt8(ascii: "a"), byte].isHost == isAllowed, "\(byte)")
        }
    }
}
