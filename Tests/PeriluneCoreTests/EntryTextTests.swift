import Testing

@testable import PeriluneCore

struct EntryTextTests {
    @Test(
        arguments: [
            ([0x61, 0xC3, 0x28], 3), ([0xFF], 1), ([0xC3, 0xA9, 0x80, 0x61], 3),
            ([0x61, 0x62, 0x63, 0x64, 0xF0, 0x9F, 0x98, 0x61], 8),
        ] as [([UInt8], Int)])
    func anEntryThatIsNotUTF8NamesTheColumn(bytes: [UInt8], column: Int) {
        #expect { try bytes.span.text() } throws: { error in
            let error = error as? PeriluneError
            return error?.code == "event.utf8" && error?.place.column == column
        }
    }

    /// The search halves the entry: each place is another way through it.
    @Test(arguments: 1...70)
    func theFirstWrongByteIsFoundWhereverItIs(column: Int) {
        for length in [column, column + 1, 71] {
            var bytes = [UInt8](repeating: 0x61, count: length)
            bytes[column - 1] = 0xFF
            let error = #expect(throws: PeriluneError.self) { try bytes.span.text() }
            #expect(error?.place.column == column)
        }
    }

    @Test func anIdentityIsWrittenAsOneString() {
        var writer = JSONWriter()
        writer.write(path: "a\"", "b", 17)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #""a\"/b/17""#)
    }
}
