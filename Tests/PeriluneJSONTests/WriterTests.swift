import CPeriluneJSON
import PeriluneCore
import PeriluneJSON
import Testing

/// The buffer that JSON is written into.
struct WriterTests {
    private func written(_ body: (inout cpj_buffer) -> Void) -> String {
        var buffer = cpj_buffer()
        defer { cpj_buffer_free(&buffer) }
        body(&buffer)
        return String(
            decoding: UnsafeBufferPointer(start: buffer.bytes, count: buffer.count), as: UTF8.self)
    }

    private func put(_ bytes: [UInt8], _ buffer: inout cpj_buffer) -> Bool {
        bytes.withUnsafeBytes {
            cpj_put_string(&buffer, $0.bindMemory(to: CChar.self).baseAddress, $0.count)
        }
    }

    @Test func writesStringsThatReadBackTheSame() throws {
        var random = RandomJSON(seed: 9)
        for _ in 0..<500 {
            let text = random.text()
            let json = written { #expect(put(Array(text.utf8), &$0)) }
            #expect(try Value(json: json) == .string(text))
        }
    }

    @Test func escapesOnlyWhatMustBeEscaped() {
        let text = "a/é€😀\u{7F}\"\\\n\r\t\u{8}\u{C}\u{0}\u{1F}"
        let json = written { #expect(put(Array(text.utf8), &$0)) }
        #expect(
            json
                == "\"a/é€😀\u{7F}\\\"\\\\\\n\\r\\t\\b\\f\\u0000\\u001f\"")
    }

    @Test func writesNothingForBytesThatAreNotUTF8() {
        for wrong in [[0x61, 0x80], [0xED, 0xA0, 0x80], [0xC3]] as [[UInt8]] {
            let json = written { #expect(!put(Array("12345678".utf8) + wrong, &$0)) }
            #expect(json.isEmpty)
        }
    }

    @Test func writesDoublesThatReadBackTheSame() throws {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            let value = Double(bitPattern: generator.next())
            let json = written { #expect(cpj_put_double(&$0, value) == value.isFinite) }
            guard value.isFinite else {
                #expect(json.isEmpty)
                continue
            }
            #expect(try Value(json: json) == .number(value))
        }
    }

    @Test func writesWholeDoublesAsDoubles() {
        #expect(written { _ = cpj_put_double(&$0, 1) } == "1.0")
        #expect(written { _ = cpj_put_double(&$0, -0.0) } == "-0.0")
        #expect(written { _ = cpj_put_double(&$0, 1e300) } == "1e+300")
        #expect(written { cpj_put_integer(&$0, Int64.min) } == "-9223372036854775808")
    }

    @Test func stopsAtTheLimit() {
        var buffer = cpj_buffer()
        buffer.limit = 10
        defer { cpj_buffer_free(&buffer) }
        #expect(put(Array("12345678".utf8), &buffer))
        #expect(!buffer.failed && buffer.count == 10)
        cpj_put_byte(&buffer, 65)
        #expect(buffer.failed && buffer.count == 10)
        cpj_put_integer(&buffer, 1)
        #expect(buffer.count == 10 && buffer.capacity <= 10)
    }
}
