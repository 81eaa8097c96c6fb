import LinkDrillPlugin
import PeriluneCore
import Testing

struct EditLinksTests {
    private static let example = """
        <ud>
          <hls>
            <hl
              idf="1"
              aopam="2"
              dtxt="Hyperlink1"
              lt="1"
              tid="CDC1F6994357D120F7EBED93D9A6B77A"
              ttp="3"
              tstp="768"
              so="0">
              <prms>
                <prm
                  id="DE6BCCFC46932717E07E06A4075E2059"
                  pt="2"
                  am="4"
                  orid="8D679D3711D3E4981000E787EC6DE8A4"
                  ortp="12"/>
              </prms>
            </hl>
          </hls>
        </ud>
        """

    private func code(_ text: String) -> PeriluneError.Code? {
        do {
            _ = try EditLinks(xml: text)
            return nil
        } catch { return error.code }
    }

    @Test func readsTheExample() throws {
        let link = try #require(EditLinks(xml: Self.example).links.first)
        #expect(link.isDefault == true)
        #expect(link.answerMode == .doNotAnswer)
        #expect(link.displayText == "Hyperlink1")
        #expect(link.type == .hyperlink)
        #expect(link.target == "CDC1F6994357D120F7EBED93D9A6B77A")
        #expect(link.targetType == .report)
        #expect(link.targetSubtype == .reportGrid)
        #expect(link.carryOver == .reserved)
        #expect(link.url == nil)
        let prompt = try #require(link.prompts.first)
        #expect(prompt.id == "DE6BCCFC46932717E07E06A4075E2059")
        #expect(prompt.type == .elements)
        #expect(prompt.answerMode == .dynamic)
        #expect(prompt.origin == "8D679D3711D3E4981000E787EC6DE8A4")
        #expect(prompt.originType == .attribute)
        #expect(prompt.baseForm == nil)
    }

    @Test func writesWhatItRead() throws {
        let links = try EditLinks(xml: Self.example)
        #expect(try EditLinks(xml: links.xml()) == links)
        #expect(try EditLinks(xml: links.xml(indented: true)) == links)
    }

    @Test func readsElementsOfAnAnswer() throws {
        let links = try EditLinks(
            xml: #"<ud><hls><hl><prms><prm bfi="F"><es><e ei="1" disp_n="A&amp;B" emt="1"/></es>"#
                + "<e emt=\"99\"/></prm></prms></hl></hls></ud>")
        let elements = links.links[0].prompts[0].elements
        #expect(links.links[0].prompts[0].baseForm == "F")
        #expect(elements[0].id == "1")
        #expect(elements[0].displayName == "A&B")
        #expect(elements[0].type == .concrete)
        #expect(elements[1].type?.isKnown == false)
        #expect(elements[1].type?.rawValue == 99)
    }

    @Test func keepsWhatItDoesNotKnow() throws {
        let text =
            #"<ud v="2"><x:new y="1">t<!-- c -->u</x:new><hls><hl lt="42" more="m" so="odd">"#
            + "<other/></hl></hls></ud>"
        var links = try EditLinks(xml: text)
        #expect(links.links[0].type?.description == "unknown (42)")
        #expect(links.links[0].carryOver == nil)
        links.updateLinks { $0.displayText = "\"new\" <\n>" }
        let again = try EditLinks(xml: links.xml())
        #expect(again == links)
        #expect(again.links[0].displayText == "\"new\" <\n>")
        let written = try again.xml()
        for part in ["x:new", "<!-- c -->", "more=\"m\"", "so=\"odd\"", "<other/>", "v=\"2\""] {
            #expect(written.contains(part))
        }
    }

    @Test func makesADocument() throws {
        var link = EditLink()
        link.target = "CDC1F6994357D120F7EBED93D9A6B77A"
        link.targetType = .document
        link.isDefault = true
        let text = try EditLinks([link]).xml()
        #expect(
            text == #"<ud><hls><hl idf="1" tid="CDC1F6994357D120F7EBED93D9A6B77A" ttp="55"/>"#
                + "</hls></ud>")
    }

    @Test func changesPromptsInPlace() throws {
        var links = try EditLinks(xml: Self.example)
        links.updateLinks { link in link.updatePrompts { $0.answerMode = .close } }
        #expect(links.links[0].prompts[0].answerMode == .close)
        #expect(links.links[0].prompts[0].type == .elements)
    }

    @Test func followsTheFirstDefault() throws {
        let links = try EditLinks(
            xml: #"<ud><hls><hl tid="a"/><hl tid="b" idf="1"/><hl tid="c" idf="1"/></hls></ud>"#)
        #expect(links.defaultLink?.target == "b")
        #expect(try EditLinks(xml: "<ud/>").defaultLink == nil)
    }

    @Test func saysWhereTheTextIsWrong() throws {
        let text = "<ud>\n  <hls>\n    <hl></hls>\n</ud>"
        #expect { try EditLinks(xml: text, file: "links.xml") } throws: { error in
            guard let error = error as? PeriluneError else { return false }
            return error.code == "xml.syntax" && error.place.file == "links.xml"
                && error.place.line == 3 && (error.place.column ?? 0) > 0
                && error.place.sourceLine == "    <hl></hls>"
        }
    }

    @Test func refusesEntitiesAndHugeTexts() {
        let bomb = "<!DOCTYPE ud [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><ud>&b;</ud>"
        #expect(code(bomb) == "xml.doctype")
        #expect(code("<?xml version='1.0' encoding='UTF-7'?>\n" + bomb) == "xml.doctype")
        #expect(code("\u{FEFF}" + bomb) == "xml.doctype")
        #expect(code("<!DOCTYPE ud SYSTEM \"file:///etc/passwd\"><ud/>") == "xml.doctype")
        #expect(code("<ud>" + String(repeating: " ", count: 1 << 20) + "</ud>") == "xml.size")
        let deep = 40
        #expect(
            code(
                String(repeating: "<a>", count: deep) + String(repeating: "</a>", count: deep))
                == "xml.depth")
    }

    @Test(arguments: [
        "", "x", "<ud>", "<ud/><ud/>", "<ud a=1/>", "<ud>&undefined;</ud>", "<ud>&", "\0",
    ])
    func refusesWhatIsNotXML(text: String) {
        #expect(code(text) == "xml.syntax")
    }

    @Test func refusesAnotherRoot() { #expect(code("<hls/>") == "editlinks.root") }

    @Test func readsADeclarationOfAnotherEncoding() throws {
        let links = try EditLinks(
            xml:
                "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><ud><hls><hl dtxt=\"é\"/></hls></ud>"
        )
        #expect(links.links[0].displayText == "é")
    }

    @Test func readsAByteOrderMark() throws {
        let text = "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-7\"?>\n<ud a=\"+ADw-\"/>"
        #expect(try EditLinks(xml: text).root["a"] == "+ADw-")
    }

    @Test func refusesEveryBeginningOfADocument() throws {
        let text = try EditLinks(xml: Self.example).xml()
        for count in 0..<text.utf8.count {
            #expect(code(String(text.prefix(count))) == "xml.syntax")
        }
    }

    @Test func readsCharacterData() throws {
        let links = try EditLinks(xml: "<ud>a<![CDATA[<b>&]]>c</ud>")
        #expect(links.root.children == [.text("a<b>&c")])
    }

    @Test func refusesToWriteWhatXMLCannotHold() {
        #expect(throws: PeriluneError.self) {
            try EditLinks([EditLink(element: XMLTree("hl", [.init("dtxt", "\u{1}")]))]).xml()
        }
        #expect(throws: PeriluneError.self) {
            try EditLinks([EditLink(element: XMLTree("h l"))]).xml()
        }
        #expect(throws: PeriluneError.self) {
            try EditLinks([EditLink(element: XMLTree("hl", children: [.comment("a--b")]))]).xml()
        }
    }
}
