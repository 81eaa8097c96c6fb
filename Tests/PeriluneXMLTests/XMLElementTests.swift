import PeriluneCore
import PeriluneXML
import Testing

struct XMLElementTests {
    private static let soap = """
        <s:Envelope xmlns:s="urn:soap"><s:Body>
          <Execute xmlns="urn:services" xmlns:i="urn:instance">
            <request i:type="c:SetStateRequest" xmlns:c="urn:crm">
              <c:value i:type="c:int" xmlns:c="urn:types">1</c:value>
              <plain xmlns=""/>
            </request>
          </Execute>
        </s:Body></s:Envelope>
        """

    private func request() throws -> XMLElement {
        let envelope = try XMLElement.parse(Self.soap)
        return try #require(
            envelope.child("Body")?.child("Execute")?.child("request", namespace: "urn:services"))
    }

    @Test func readsNamesAndNamespaces() throws {
        let request = try request()
        #expect(request.namespace == "urn:services" && request.prefix.isEmpty)
        #expect(request.attribute("type", namespace: "urn:instance") == "c:SetStateRequest")
        #expect(request.attribute("type") == nil)
        #expect(request.elements.map(\.name) == ["value", "plain"])
        #expect(request.elements.map(\.namespace) == ["urn:types", ""])
        #expect(request.elements(named: "value", namespace: "urn:crm").isEmpty)
        #expect(request.elements(named: "value").count == 1)
    }

    @Test func resolvesPrefixesWhereTheyStand() throws {
        let request = try request()
        let outer = try #require(request.resolve("c:SetStateRequest"))
        #expect(outer == ("urn:crm", "SetStateRequest"))
        let inner = try #require(request.child("value")?.resolve("c:int"))
        #expect(inner == ("urn:types", "int"))
        let plain = try #require(request.child("plain")?.resolve("x"))
        #expect(plain == ("", "x"))
        let unprefixed = try #require(request.resolve("x"))
        #expect(unprefixed == ("urn:services", "x"))
        let xml = try #require(request.resolve("xml:lang"))
        #expect(xml == ("http://www.w3.org/XML/1998/namespace", "lang"))
        #expect(request.resolve("unknown:x") == nil)
        #expect(request.resolve(":x") == nil)
    }

    @Test func recordsTheLineAndColumnOfElements() throws {
        let root = try XMLElement.parse("<a>\n  é<b\n  x='1'/><c/>\n</a>")
        #expect(root.elements.map(\.line) == [2, 3])
        #expect(root.elements.map(\.column) == [5, 10])
    }

    @Test func recordsTheLineAndColumnOfElementsFarIntoALine() throws {
        let lines = (0..<300).map { String(repeating: "<b/>", count: $0) }
        let root = try XMLElement.parse("<a>\n\(lines.joined(separator: "\n"))</a>")
        let expected = lines.indices.flatMap { line in
            (0..<line).map { [line + 2, $0 * 4 + 1] }
        }
        #expect(root.elements.map { [$0.line, $0.column] } == expected)
    }

    @Test func joinsTextAndDropsTheRest() throws {
        let root = try XMLElement.parse(
            "<a> x<!-- c -->&lt;&#x20AC;<?pi x?><![CDATA[<&]]>\r\n<b>not this</b>y </a>")
        #expect(root.text == " x<€<&\ny ")
        #expect(
            Tree(root).children == [
                .text(" x<€<&\n"), .element(Tree("b", children: [.text("not this")])),
                .text("y "),
            ])
    }

    @Test func keepsCommentsOnRequest() throws {
        let root = try XMLElement.parse("<!--0--><a>x<!-- c -->y</a><!--1-->", options: .comments)
        #expect(Tree(root).children == [.text("x"), .comment(" c "), .text("y")])
    }
}
