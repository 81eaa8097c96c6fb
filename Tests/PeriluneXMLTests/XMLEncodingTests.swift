import PeriluneCore
import PeriluneXML
import Testing

struct XMLEncodingTests {
    private func text(_ bytes: [UInt8], _ encoding: XMLEncoding? = nil) throws -> String {
        try XMLElement.parse(bytes, encoding: encoding).text
    }

    private func utf16(_ text: String, littleEndian: Bool, mark: Bool = true) -> [UInt8] {
        ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { (unit: UInt16) -> [UInt8] in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return littleEndian ? bytes.reversed() : bytes
        }
    }

    @Test func readsUTF8WithAndWithoutAMark() throws {
        #expect(try text(Array("<a>é😀</a>".utf8)) == "é😀")
        #expect(try text([0xEF, 0xBB, 0xBF] + Array("<a>é</a>".utf8)) == "é")
        let declared = "<?xml version='1.0' encoding='UTF-8'?><a>é</a>"
        #expect(try text(Array(declared.utf8)) == "é")
    }

    @Test(arguments: [true, false])
    func readsUTF16(littleEndian: Bool) throws {
        let document = "<?xml version=\"1.0\" encoding=\"utf-16\"?><a>é😀</a>"
        #expect(try text(utf16(document, littleEndian: littleEndian)) == "é😀")
        #expect(try text(utf16(document, littleEndian: littleEndian, mark: false)) == "é😀")
    }

    @Test func readsLatin1() throws {
        let declaration = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>".utf8)
        let document: [UInt8] = Array("<a>".utf8) + [0xE9, 0xFF, 0xA0, 0x80] + Array("</a>".utf8)
        #expect(try text(declaration + document) == "éÿ\u{A0}\u{80}")
        #expect(try text(document, .latin1) == "éÿ\u{A0}\u{80}")
    }

    @Test func theEncodingOfTheCallerOverridesTheDeclaration() throws {
        let document = Array("<?xml version='1.0' encoding='latin1'?><a>é</a>".utf8)
        #expect(try text(document) == "Ã©")
        #expect(try text(document, .utf8) == "é")
        #expect(
            try XMLElement.parse("<?xml version='1.0' encoding='utf-16'?><a>é</a>").text == "é")
    }

    @Test func saysWhereUTF8IsBroken() throws {
        let sequences: [[UInt8]] = [
            [0xFF], [0x80], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        ]
        for sequence in sequences {
            let document = Array("<a>\n b".utf8) + sequence + Array("</a>".utf8)
            let error = try #require(failure(document))
            #expect(error.code == "xml.encoding")
            #expect(error.place.line == 2 && error.place.column == 3)
        }
    }

    @Test func refusesBrokenUTF16() {
        let document = utf16("<a/>", littleEndian: true)
        #expect(failure(document + [0x00])?.code == "xml.encoding")
        #expect(failure([0xFF, 0xFE, 0x3C, 0x00, 0x00, 0xD8])?.code == "xml.encoding")
        #expect(failure([0xFF, 0xFE])?.code == "xml.syntax")
    }

    @Test(arguments: ["UTF-7", "utf-16", "EBCDIC-CP-US", "ISO-2022-JP", ""])
    func refusesOtherEncodings(label: String) {
        let document = "<?xml version='1.0' encoding='\(label)'?><a/>"
        #expect(failure(document)?.code == "xml.encoding")
    }
}
