import Testing

@testable import PeriluneCore

/// The examples and rules of the W3C recommendation.
struct TraceContextTests {
    private static let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test func isReadAndWritten() {
        let context = TraceContext(Self.header)
        #expect(context?.trace.text == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(context?.span == 0x00f0_67aa_0ba9_02b7)
        #expect(context?.isSampled == true)
        #expect(context?.header == Self.header)
    }

    @Test func theFlagSaysWhetherItIsSampled() {
        #expect(TraceContext(Self.header.dropLast(2) + "02")?.isSampled == false)
        #expect(TraceContext(Self.header.dropLast(2) + "03")?.isSampled == true)
    }

    @Test func aLaterVersionMayHaveMoreFields() {
        #expect(TraceContext("cc" + Self.header.dropFirst(2) + "-what-comes-later") != nil)
        #expect(TraceContext("cc" + Self.header.dropFirst(2) + ".what") == nil)
        #expect(TraceContext(Self.header + "-more") == nil)
    }

    @Test(arguments: [
        "", "00", "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
        "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
    ])
    func anythingElseIsNotAContext(_ header: String) {
        #expect(TraceContext(header) == nil)
    }
}
