import PeriluneCore
import PeriluneXML
import Testing

struct PropertyListTests {
    private let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">

        """

    private func failure(_ text: String, limits: XMLLimits = XMLLimits()) -> PeriluneError? {
        do throws(PeriluneError) {
            _ = try PropertyList.parse(text, limits: limits)
            return nil
        } catch { return error }
    }

    @Test func readsEveryKindOfValue() throws {
        let list = try PropertyList.parse(
            head + """
                <plist version="1.0">
                <dict>
                  <key>text</key><string>R &amp; D</string>
                  <key>empty</key><string/>
                  <key>whole</key><integer> -12 </integer>
                  <key>hex</key><integer>0xff</integer>
                  <key>real</key><real>1.5e3</real>
                  <key>yes</key><true/><key>no</key><false></false>
                  <key>when</key><date>2012-05-31T09:00:00Z</date>
                  <key>list</key><array><string>a</string><dict/></array>
                </dict>
                </plist>
                """)
        let when = try #require(Timestamp("2012-05-31T09:00:00Z"))
        #expect(list["text"]?.string == "R & D")
        #expect(list["empty"]?.string == "")
        #expect(list["whole"]?.content == .integer(-12))
        #expect(list["hex"]?.number == 255)
        #expect(list["real"]?.number == 1500)
        #expect(list["yes"]?.boolean == true)
        #expect(list["no"]?.boolean == false)
        #expect(list["when"]?.content == .date(when))
        #expect(list["list"]?.elements == [.init(.string("a")), .init(.dictionary([]))])
        #expect(list.members?.count == 9)
    }

    @Test func keepsLinesAndColumns() throws {
        let list = try PropertyList.parse(
            head + "<plist>\n<dict>\n  <key>a</key> <array>\n    <true/></array></dict></plist>")
        let member = try #require(list.members?.first)
        #expect([member.line, member.column] == [5, 3])
        #expect([member.value.line, member.value.column] == [5, 16])
        #expect(member.value.elements?.first?.place == .init(line: 6, column: 5))
    }

    @Test func writesWhatItReads() throws {
        let when = Timestamp(microseconds: 1_338_454_800_000_000)
        let list = PropertyList(
            .dictionary([
                .init("a < b", .init(.string("\"x\" & \t\ny"))),
                .init("numbers", .init(.array([.init(.integer(.min)), .init(.real(0.1))]))),
                .init("truth", .init(.boolean(true))), .init("when", .init(.date(when))),
            ]))
        #expect(try PropertyList.parse(list.document()) == list)
    }

    @Test func writesTheDeclarationOfXML() throws {
        let document = try PropertyList(.boolean(true)).document()
        #expect(
            String(decoding: document, as: UTF8.self)
                .hasPrefix("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<plist version=\"1.0\">"))
    }

    @Test func readsUTF16() throws {
        let units = Array("\u{FEFF}\(head)<plist><string>ä</string></plist>".utf16)
        let bytes = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(try PropertyList.parse(bytes).string == "ä")
    }

    @Test(
        arguments: [
            ("<list/>", "plist.root", 1, 1),
            ("<plist/>", "plist.root", 1, 1),
            ("<plist><true/>\n<true/></plist>", "plist.root", 1, 1),
            ("<plist>\n <data>AA==</data></plist>", "plist.element", 2, 2),
            ("<plist><string>a<true/></string></plist>", "plist.element", 1, 17),
            ("<plist>\n<integer>1.5</integer></plist>", "plist.value", 2, 1),
            ("<plist><real>nan</real></plist>", "plist.value", 1, 8),
            ("<plist><date>today</date></plist>", "plist.value", 1, 8),
            ("<plist><true>yes</true></plist>", "plist.value", 1, 8),
            ("<plist><dict><true/></dict></plist>", "plist.key", 1, 14),
            ("<plist><dict><key>a</key></dict></plist>", "plist.key", 1, 14),
            ("<plist><dict><key>a</key><key>b</key></dict></plist>", "plist.key", 1, 14),
            (
                "<plist><dict><key>a</key><true/>\n<key>a</key><true/></dict></plist>",
                "plist.key", 2, 1
            ),
            ("<plist><dict>a</dict></plist>", "plist.text", 1, 8),
            ("<plist>", "xml.syntax", 1, 8),
        ])
    func saysWhatIsWrongAndWhere(_ text: String, _ code: String, _ line: Int, _ column: Int) {
        let error = failure(text)
        #expect(error?.code.rawValue == code)
        #expect(error?.place.line == line)
        #expect(error?.place.column == column)
    }

    @Test func showsTheLine() {
        let error = failure(head + "<plist>\n  <integer>x</integer>\n</plist>")
        #expect(error?.place.sourceLine == "  <integer>x</integer>")
    }

    @Test(
        arguments: [
            #"<!DOCTYPE plist [<!ENTITY a "b">]><plist><string>&a;</string></plist>"#,
            #"<!DOCTYPE plist PUBLIC "a" "b" [<!ENTITY a "b">]><plist><true/></plist>"#,
            #"<!DOCTYPE plist SYSTEM "file:///etc/passwd" x><plist><true/></plist>"#,
            #"<!DOCTYPE other><plist><true/></plist>"#,
            #"<!DOCTYPE plist><!DOCTYPE plist><plist><true/></plist>"#,
            #"<plist><!DOCTYPE plist><true/></plist>"#,
        ])
    func refusesAnyOtherDocumentType(_ text: String) {
        #expect(failure(text)?.code == "xml.doctype")
    }

    @Test func acceptsDocumentTypesThatDeclareNothing() {
        #expect(failure("<!-- a --> <!DOCTYPE plist>\n<plist><true/></plist>") == nil)
        #expect(failure("<!DOCTYPE plist SYSTEM 'a>b'><plist><true/></plist>") == nil)
    }

    @Test func isBoundedInSizeAndDepth() {
        var limits = XMLLimits()
        limits.bytes = 40
        #expect(failure("<plist>\(repeated(" ", 17))<true/></plist> ", limits: limits) == nil)
        #expect(
            failure("<plist>\(repeated(" ", 17))<true/></plist>  ", limits: limits)?.code
                == "xml.size")
        #expect(failure("<plist>\(repeated(" ", 80))</plist>", limits: limits)?.code == "xml.size")
        let deep = "<plist>\(repeated("<array>", 150))\(repeated("</array>", 150))</plist>"
        #expect(failure(deep)?.code == "xml.depth")
    }
}
