import Testing

@testable import PeriluneFiles

struct LineSplitterTests {
    @Test func findsTheLastLineFeedAcrossBlocks() {
        for size in [0, 1, 4095, 4096, 4097, 9000] {
            for _ in 0..<20 {
                var bytes = [UInt8](repeating: 0x61, count: size)
                for _ in 0..<Int.random(in: 0...3) where size > 0 {
                    bytes[Int.random(in: 0..<size)] = 0x0A
                }
                let expected = bytes.lastIndex(of: 0x0A)
                #expect(bytes.withUnsafeBytes { LineFeeds.last(in: $0) } == expected)
                let first = bytes.withUnsafeBytes { LineFeeds.first(in: $0) }
                #expect(first == bytes.firstIndex(of: 0x0A))
                let count = bytes.withUnsafeBytes { LineFeeds.count(in: $0) }
                #expect(count == bytes.count { $0 == 0x0A })
            }
        }
    }

    @Test func removesOneCarriageReturnOnly() {
        let lines = text("a\r\r\n\r\n\rb").withUnsafeBytes { bytes in
            LineSplitter(bytes).map { [UInt8](bytes[$0.offset..<$0.offset + $0.length]) }
        }
        #expect(lines == [text("a\r"), text(""), text("\rb")])
    }

    @Test func findsNothingInNothing() {
        var lines = LineSplitter(UnsafeRawBufferPointer(start: nil, count: 0))
        #expect(lines.next() == nil)
    }
}
