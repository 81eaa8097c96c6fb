import PeriluneCore
import PeriluneXML
import Testing

struct XMLWriterTests {
    private func write(
        indented: Bool = false, _ body: (inout XMLWriter) -> Void
    ) throws(PeriluneError) -> String {
        var writer = XMLWriter(indented: indented)
        body(&writer)
        return String(decoding: try writer.finish(), as: UTF8.self)
    }

    private func code(_ body: (inout XMLWriter) -> Void) -> PeriluneError.Code? {
        do throws(PeriluneError) {
            _ = try write(body)
            return nil
        } catch { return error.code }
    }

    @Test func writesAnEnvelope() throws {
        let text = try write { writer in
            writer.declaration()
            writer.begin("Envelope", prefix: "s")
            writer.namespace("s", "urn:soap")
            writer.begin("Body", prefix: "s")
            writer.begin("Execute")
            writer.attribute("type", prefix: "i", "c:X")
            writer.namespace("", "urn:services")
            writer.namespace("i", "urn:instance")
            writer.element("key", "a<b")
            writer.element("empty")
            writer.end()
            writer.end()
            writer.end()
        }
        #expect(
            text
                == #"<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="urn:soap"><s:Body>"#
                + #"<Execute i:type="c:X" xmlns="urn:services" xmlns:i="urn:instance">"#
                + "<key>a&lt;b</key><empty/></Execute></s:Body></s:Envelope>")
    }

    @Test func escapesWhatAReaderWouldChange() throws {
        let text = try write { writer in
            writer.begin("a")
            writer.attribute("b", "\"'<>&\n\r\t😀\u{FFFD}")
            writer.text("]]>\"'&\n\r\té")
            writer.end()
        }
        #expect(
            text
                == "<a b=\"&quot;'&lt;&gt;&amp;&#10;&#13;&#9;😀\u{FFFD}\">]]&gt;\"'&amp;\n&#13;\té</a>"
        )
    }

    @Test(arguments: ["\0", "\u{1}", "\u{B}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"])
    func refusesCharactersThatXMLCannotHold(character: String) {
        #expect(code { $0.element("a", "x" + character) } == "xml.character")
        #expect(
            code {
                $0.begin("a")
                $0.attribute("b", character)
                $0.end()
            } == "xml.character")
    }

    @Test(arguments: ["", "1a", "a b", "a:b", "<", "-a", "a>", "\u{B7}"])
    func refusesInvalidNames(name: String) {
        #expect(code { $0.element(name) } == "xml.name")
    }

    @Test func refusesAnUndeclaredPrefix() {
        #expect(code { $0.element("a", prefix: "p") } == "xml.namespace")
        let isGone = code { writer in
            writer.begin("a")
            writer.begin("b")
            writer.namespace("p", "urn:p")
            writer.end()
            writer.begin("c")
            writer.attribute("x", prefix: "p", "")
            writer.end()
            writer.end()
        }
        #expect(isGone == "xml.namespace")
        #expect(
            code {
                $0.begin("a")
                $0.attribute("lang", prefix: "xml", "de")
                $0.end()
            } == nil)
    }

    @Test func refusesTheSameAttributeTwice() {
        #expect(
            code {
                $0.begin("a")
                $0.attribute("x", "1")
                $0.attribute("x", "2")
                $0.end()
            } == "xml.attributes")
        #expect(
            code {
                $0.begin("a")
                $0.namespace("", "urn:1")
                $0.namespace("", "urn:2")
                $0.end()
            } == "xml.attributes")
    }

    @Test func refusesAnImpossibleOrder() {
        #expect(code { _ in } == "xml.order")
        #expect(code { $0.begin("a") } == "xml.order")
        #expect(code { $0.end() } == "xml.order")
        #expect(code { $0.text("x") } == "xml.order")
        #expect(
            code {
                $0.element("a")
                $0.element("b")
            } == "xml.order")
        #expect(
            code {
                $0.element("a")
                $0.attribute("x", "")
            } == "xml.order")
        #expect(
            code {
                $0.element("a")
                $0.declaration()
            } == "xml.order")
    }

    @Test func indentsWhereWhiteSpaceMeansNothing() throws {
        let text = try write(indented: true) { writer in
            writer.begin("a")
            writer.begin("b")
            writer.element("c")
            writer.comment(" d ")
            writer.end()
            writer.element("e", "text")
            writer.begin("f")
            writer.mixed()
            writer.element("g")
            writer.text("text")
            writer.element("h")
            writer.end()
            writer.end()
        }
        #expect(
            text == """
                <a>
                  <b>
                    <c/>
                    <!-- d -->
                  </b>
                  <e>text</e>
                  <f><g/>text<h/></f>
                </a>
                """)
    }

    @Test func refusesACommentThatEndsEarly() {
        for comment in ["a--b", "a-", "-->"] {
            #expect(
                code {
                    $0.comment(comment)
                    $0.element("a")
                } == "xml.comment")
        }
    }
}
