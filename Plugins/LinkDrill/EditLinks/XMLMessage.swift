/// Words for the numbers of the XML parser, which come without any.
enum XMLMessage {
    static func text(_ code: Int) -> String {
        switch code {
        case 4: "the document is empty"
        case 5: "the document ends too early, or goes on behind its root element"
        case 9: "a character is not allowed in XML"
        case 23, 26: "an entity is not known: write &amp; for &"
        case 38: "an attribute holds <: write &lt;"
        case 39: "an attribute has no quotes"
        case 40: "an attribute does not end"
        case 41: "an attribute has no value"
        case 42: "an attribute stands twice"
        case 45: "a comment does not end"
        case 63: "a CDATA section does not end"
        case 65: "a space is missing between attributes"
        case 68: "a name is missing: write &lt; for < and &amp; for &"
        case 73: "a > is missing"
        case 76: "a closing tag does not match its opening tag"
        case 77: "an element does not end"
        default: "the document is not XML (parser code \(code))"
        }
    }
}
