import Glibc
import PeriluneCore
import PeriluneXML
import Testing

/// Documents that are made to do harm.
struct XMLAttackTests {
    private static let million = 1_000_000

    @Test func refusesABillionLaughs() throws {
        let entities = (1...9).map { level in
            "<!ENTITY l\(level) \"\(repeated("&l\(level - 1);", 10))\">"
        }
        let document =
            "<?xml version='1.0'?>\n<!-- <a> -->\n<!DOCTYPE a [<!ENTITY l0 'lol'>"
            + entities.joined() + "]><a>&l9;</a>"
        let error = try #require(failure(document))
        #expect(error.code == "xml.doctype")
        #expect(error.place.line == 3 && error.place.column == 1)
    }

    @Test func refusesQuadraticBlowUp() {
        let document =
            "<!DOCTYPE a [<!ENTITY x '\(repeated("x", 50_000))'>]><a>\(repeated("&x;", 50_000))</a>"
        #expect(failure(document)?.code == "xml.doctype")
    }

    @Test(arguments: [
        "<!DOCTYPE a><a/>", "<a><!DOCTYPE a></a>", "<a/><!DOCTYPE a>",
        "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
        "<!DOCTYPE a [<!ENTITY % p SYSTEM 'file:///etc/passwd'> %p;]><a/>",
        "<?xml version='1.0' encoding='utf-8' standalone='yes'?> <!-- x --> <!DOCTYPE a><a/>",
    ])
    func refusesEveryDocumentType(document: String) {
        #expect(failure(document)?.code == "xml.doctype")
        #expect(failure("\u{FEFF}" + document)?.code == "xml.doctype")
        let wide: [UInt8] = [0xFF, 0xFE] + document.utf8.flatMap { [UInt8]([$0, 0]) }
        #expect(failure(wide)?.code == "xml.doctype")
    }

    @Test func readsADocumentTypeInTextAsText() throws {
        let root = try XMLElement.parse(
            "<!-- <!DOCTYPE a> --><?p <!DOCTYPE a> ?><a><![CDATA[<!DOCTYPE a>]]></a>")
        #expect(root.text == "<!DOCTYPE a>")
    }

    /// Nobody may be asked for anything: neither for an entity, nor a schema, a catalogue, a style
    /// sheet or an inclusion.
    @Test func neverOpensAConnection() throws {
        let listener = try Listener()
        let url = "http://127.0.0.1:\(listener.port)/x"
        let documents = [
            "<!DOCTYPE a [<!ENTITY x SYSTEM '\(url)'>]><a>&x;</a>",
            "<!DOCTYPE a SYSTEM '\(url)'><a/>",
            "<!DOCTYPE a [<!ENTITY % x SYSTEM '\(url)'> %x;]><a/>",
            "<!DOCTYPE a PUBLIC '-//X//X' '\(url)'><a b='&x;'/>",
            "<?oasis-xml-catalog catalog='\(url)'?><?xml-stylesheet href='\(url)'?><a/>",
            "<a xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:schemaLocation='u \(url)'/>",
            "<i:include xmlns:i='http://www.w3.org/2001/XInclude' href='\(url)'/>",
            "<a xml:base='\(url)' xmlns='\(url)'/>",
        ]
        for document in documents { _ = failure(document) }
        #expect(!listener.wasAsked())
        listener.ask()
        #expect(listener.wasAsked())
    }

    @Test func neverReadsAFile() {
        let document = "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><a>&x;</a>"
        #expect(failure(document)?.code == "xml.doctype")
        #expect(failure("<a>&x;</a>")?.code == "xml.syntax")
    }

    @Test func boundsDepth() throws {
        #expect(failure(repeated("<a>", 10_000))?.code == "xml.depth")
        #expect(failure(repeated("<a>", 10_000) + repeated("</a>", 10_000))?.code == "xml.depth")
        #expect(failure(repeated("<a>", 100) + repeated("</a>", 100)) == nil)
        var limits = XMLLimits()
        limits.depth = 10_000
        #expect(failure(repeated("<a>", 200) + repeated("</a>", 200), limits: limits) == nil)
        #expect(failure(repeated("<a>", 10_000), limits: limits)?.code == "xml.depth")
    }

    @Test func boundsAttributes() {
        let attributes = (0..<Self.million).map { " a\($0)=''" }.joined()
        #expect(failure("<a" + attributes + "/>")?.code == "xml.attributes")
        let namespaces = (0..<10_000).map { " xmlns:a\($0)='u'" }.joined()
        #expect(failure("<a" + namespaces + "/>")?.code == "xml.attributes")
        let few = (0..<256).map { " a\($0)='>'" }.joined()
        #expect(failure("<a" + few + "/>") == nil)
        #expect(failure("<a" + few + " b=\"\"/>")?.code == "xml.attributes")
    }

    @Test(arguments: ["<![CDATA[x]]]>", "<![CDATA[]]]]>", "<?p x??>", "<!-- x -->"])
    func boundsAttributesAfterTextThatResemblesItsTerminator(_ text: String) {
        let attributes = (0..<300).map { " a\($0)=''" }.joined()
        #expect(failure("<a>\(text)<b/></a>") == nil)
        #expect(failure("<a>\(text)<b\(attributes)/></a>")?.code == "xml.attributes")
    }

    @Test func quotesInTextDoNotCountAsAttributes() {
        let quotes = repeated(#" a="b" "#, 1_000)
        #expect(failure("<a>" + quotes + "</a>") == nil)
        #expect(failure("<a b='" + repeated("\"\"", 1_000) + "'/>") == nil)
        #expect(failure("<a><![CDATA[<a" + quotes + "]]><!--<a" + quotes + "--></a>") == nil)
    }

    @Test func boundsNamespacesInScope() {
        let declarations = (0..<200).map { " xmlns:a\($0)='u'" }.joined()
        let document = "<a" + declarations + "><b" + declarations + "/></a>"
        #expect(failure(document)?.code == "xml.attributes")
        #expect(failure("<a><b" + declarations + "/><c" + declarations + "/></a>") == nil)
    }

    /// A copy for each element made gigabytes of a document of 4 MB.
    @Test func keepsEachNamespaceOnce() throws {
        let declarations = (0..<250).map { "xmlns:p\($0)='urn:\(repeated("x", 1000))\($0)'" }
        let elements = (0..<5000).map { "<p\($0 % 250):a/>" }
        let root = try XMLElement.parse(
            "<a \(declarations.joined(separator: " "))>\(elements.joined())</a>")
        let places = root.elements.map { element in
            element.namespace.utf8.withContiguousStorageIfAvailable { $0.baseAddress }
        }
        #expect(places.count == 5000 && Set(places).count == 250)
    }

    /// The dictionary of libxml2 takes quadratic time for many names, wherever they are.
    @Test(arguments: [
        "<a#/>", "<a b#='1'/>", "<p#:a xmlns:p#='urn:1'/>", "<a xmlns='urn:#'/>", "<?a# b?>",
    ])
    func boundsDifferentNames(element: String) {
        func document(_ count: Int) -> String {
            "<a>\((0..<count).map { element.replacing("#", with: "\($0)") }.joined())</a>"
        }
        #expect(failure(document(1000)) == nil)
        #expect(failure(document(51_000))?.code == "xml.nodes")
    }

    @Test func boundsText() {
        var limits = XMLLimits()
        limits.text = 1_000
        let long = repeated("x", 1_001)
        for document in [
            "<a>\(long)</a>", "<a><![CDATA[\(long)]]></a>", "<a b='\(long)'/>",
            "<a>\(repeated("&lt;", 1_001))</a>", "<a>\(repeated("x<!-- -->", 1_001))</a>",
        ] {
            #expect(failure(document, limits: limits)?.code == "xml.text")
        }
        #expect(failure("<a>\(long.dropLast())<b/>\(long.dropLast())</a>", limits: limits) == nil)
        #expect(failure("<a>" + repeated("x", 9 << 20) + "</a>")?.code == "xml.text")
    }

    @Test func boundsNodesAndBytes() {
        var limits = XMLLimits()
        limits.nodes = 1_000
        for piece in ["<b/>", "<b c=''/>", "x<b/>", "<b>x</b>"] {
            #expect(
                failure("<a>" + repeated(piece, 1_000) + "</a>", limits: limits)?.code
                    == "xml.nodes")
        }
        // The elements, their texts and the root: as many as are allowed, and one more.
        #expect(failure("<a>" + repeated("<b>x</b>", 499) + "<b/></a>", limits: limits) == nil)
        #expect(
            failure("<a>" + repeated("<b>x</b>", 500) + "</a>", limits: limits)?.code
                == "xml.nodes")
        limits.bytes = 100
        #expect(failure("<a>" + repeated(" ", 94) + "</a>", limits: limits)?.code == "xml.size")
        #expect(failure("<a>" + repeated(" ", 93) + "</a>", limits: limits) == nil)
    }
}

/// Listens on the loopback interface, and tells whether anybody came.
private final class Listener {
    private let descriptor: Int32
    let port: UInt16

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        try #require(isBound)
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    func wasAsked() -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) == 1
    }

    /// Shows that the listener would have noticed.
    func ask() {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(client) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        _ = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
