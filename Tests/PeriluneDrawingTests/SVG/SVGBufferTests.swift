import Foundation
import Testing

@testable import PeriluneDrawing

struct SVGBufferTests {
    private func written(_ value: Double) -> String {
        var buffer = SVGBuffer()
        buffer.number(value)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (0.25, "0.25"), (0.05, "0.05"),
        (-0.05, "-0.05"), (0.004, "0"), (-0.004, "0"), (0.005, "0.01"), (99.995, "100"),
        (1234567.89, "1234567.89"), (999_999_999, "999999999"), (.nan, "0"), (.infinity, "0"),
        (-1e300, "0"),
    ])
    func writesHundredths(value: Double, expected: String) {
        #expect(written(value) == expected)
    }

    @Test func readsBackToTheNearestHundredth() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<10_000 {
            let value = Double.random(in: -20_000...20_000, using: &generator)
            let read = try #require(Double(written(value)))
            #expect(abs(read - value) <= 0.005_000_1)
        }
    }

    @Test func growsAsNeeded() {
        var buffer = SVGBuffer(capacity: 1)
        for index in 0..<1000 {
            buffer.integer(index)
            buffer.raw(",")
        }
        let expected = (0..<1000).map { "\($0)," }.joined()
        #expect(String(decoding: buffer.bytes, as: UTF8.self) == expected)
    }

    @Test func leaksNoMemoryWhenItGrows() throws {
        let page = try #require(Int(exactly: sysconf(Int32(_SC_PAGESIZE))))
        func resident() throws -> Int {
            let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            return page
                * (try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) }))
        }
        let text = String(repeating: "x", count: 1 << 20)
        // Other tests allocate at the same time: one quiet round is enough.
        let growth = try (0..<4).map { _ in
            let before = try resident()
            for _ in 0..<256 {
                var buffer = SVGBuffer(capacity: 1 << 20)
                buffer.raw(text)
                buffer.raw("x")
                #expect(buffer.count == 1 + 1 << 20)
            }
            return try resident() - before
        }
        #expect(try #require(growth.min()) < 128 << 20)
    }

    @Test(arguments: [
        ([], ""), ([0], "AA=="), ([0, 16], "ABA="), ([255, 254, 253], "//79"),
        (Array("light work".utf8), "bGlnaHQgd29yaw=="),
    ])
    func writesBase64(bytes: [UInt8], expected: String) {
        var buffer = SVGBuffer()
        buffer.base64(bytes)
        #expect(String(decoding: buffer.bytes, as: UTF8.self) == expected)
    }

    @Test func stepsOfALineAddUp() {
        var writer = SVGWriter(prefix: "")
        writer.write(polyline: [Point(0.333, 1), Point(0.666, 0.5), Point(-3, 0.5)])
        #expect(String(decoding: writer.out.bytes, as: UTF8.self) == "M0.33 1l0.34-0.5-3.67 0")
    }
}
