import PeriluneCore
import PeriluneXML
import Testing

struct XMLSyntaxTests {
    @Test func saysWhereTagsDoNotMatch() throws {
        let error = try #require(failure("<a>\n  é<b>\n  ä</c>\n</a>"))
        #expect(error.code == "xml.syntax")
        #expect(error.message == "</c> does not match <b> of line 2")
        #expect(error.place == .init(line: 3, column: 5, sourceLine: "  ä</c>"))
    }

    @Test func saysWhereAPrefixIsNotDeclared() throws {
        let error = try #require(failure("<a>\n<p:b/></a>"))
        #expect(error.code == "xml.namespace")
        #expect(error.message == "the prefix p is not declared")
        #expect(error.hint == "declare it: xmlns:p=\"…\"")
        #expect(error.place.line == 2 && error.place.column == 1)
        #expect(failure("<a p:b=''/>")?.code == "xml.namespace")
        #expect(failure("<a xmlns:p=''/>")?.code == "xml.namespace")
    }

    @Test func keepsAnUndeclaredPrefixOnRequest() throws {
        let root = try XMLElement.parse("<p:a q:b='1'/>", options: .unboundPrefixes)
        #expect(root.prefix == "p" && root.name == "a" && root.namespace.isEmpty)
        let attribute = try #require(root.attributes.first)
        #expect(attribute.prefix == "q" && attribute.name == "b" && attribute.value == "1")
        #expect(attribute.namespace.isEmpty)
    }

    @Test(arguments: [
        "", " ", "x", "<a>", "<a", "<", "<a/><b/>", "<a/>x", "x<a/>", "<a b=1/>", "<a b/>",
        "<a b='1' b='2'/>", "<a b='<'/>", "<a b='1'c='2'/>", "<a>&", "<a>&amp</a>", "<a>&x;</a>",
        "<a>&#0;</a>", "<a>&#xFFFE;</a>", "<a>&#x110000;</a>", "<a>\u{1}</a>", "<a>\u{FFFF}</a>",
        "<a>]]></a>", "<a><!-- -- --></a>", "<a><!--", "<a><![CDATA[", "<a><?pi", "<a></b></a>",
        "<1/>", "<a><?xml version='1.0'?></a>", " <?xml version='1.0'?><a/>", "<A></a>",
        "<a b='&lt'/>", "<a>\0</a>", "\0", "<a/>\0",
    ])
    func refusesWhatIsNotXML(text: String) throws {
        let error = try #require(failure(text))
        #expect(error.code == "xml.syntax")
        #expect(!error.message.hasSuffix("\n") && !error.message.isEmpty)
    }

    @Test func refusesTheSameAttributeUnderTwoPrefixes() {
        #expect(
            failure("<a xmlns:p='urn:1' xmlns:q='urn:1' p:x='' q:x=''/>")?.code == "xml.namespace")
    }

    @Test func refusesEveryBeginningOfADocument() {
        let text = "<?xml version='1.0'?><a b='ä'>x<c/><!-- d --><![CDATA[e]]>&lt;<?f g?></a>"
        let bytes = Array(text.utf8)
        for count in bytes.indices { #expect(failure(Array(bytes[..<count])) != nil) }
        #expect(failure(bytes) == nil)
    }

    @Test func showsNoLineThatIsTooLong() throws {
        let error = try #require(failure("<a>" + repeated("x", 1_000) + "</b>"))
        #expect(error.place.sourceLine == nil)
        #expect(error.place.column == 1_004)
    }

    @Test func boundsNamesInMessages() throws {
        let error = try #require(failure("<" + repeated("n", 10_000) + ">"))
        #expect(error.message.utf8.count < 200)
    }

    @Test func survivesEveryChangeOfAByte() {
        let text =
            "<?xml version='1.0'?><a b='ä&amp;'>x<p:c xmlns:p='u'/><!-- d --><![CDATA[e]]></a>"
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            for byte in "<>&'\"/!?=:-]x\n\0".utf8 + [0x80, 0xFF] {
                var changed = bytes
                changed[index] = byte
                _ = failure(changed)
            }
        }
    }

    @Test func parsesOnManyThreads() async {
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<200 {
                group.addTask {
                    index.isMultiple(of: 2)
                        ? failure("<a>" + repeated("<b c='d'>e</b>", 500) + "</a>") == nil
                        : failure("<a>\n</b>")?.place.line == 2
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
