import CXML
import PeriluneCore

extension PeriluneError {
    /// Converts an error of libxml2, with our own message for the common ones.
    init(_ error: xmlError, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        self.init(
            Self.code(of: error), Self.text(of: error),
            at: .init(offset: Self.offset(of: error, offset, in: bytes), in: bytes),
            hint: Self.hint(of: error))
    }

    /// The offset that an error refers to.
    ///
    /// libxml2 reports some errors after it has read the whole tag: these are placed at its `<`. It reports a missing
    /// `>` after all white space, possibly lines away from where it should be.
    private static func offset(
        of error: xmlError, _ offset: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Int {
        if error.code == Int32(XML_ERR_GT_REQUIRED.rawValue) {
            let before = bytes.prefix(offset)
            let last = before.lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            return last.map { $0 + 1 } ?? offset
        }
        let concernsTag =
            error.code == Int32(XML_ERR_TAG_NAME_MISMATCH.rawValue)
            || error.code == Int32(XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue)
        guard concernsTag else { return offset }
        return bytes.prefix(offset).lastIndex(of: UInt8(ascii: "<")) ?? offset
    }

    private static func code(of error: xmlError) -> Code {
        switch UInt32(bitPattern: error.code) {
        case XML_ERR_NO_MEMORY.rawValue: "xml.memory"
        case 200..<300: "xml.namespace"
        default: "xml.syntax"
        }
    }

    private static func text(of error: xmlError) -> String {
        let first = name(error.str1)
        return switch xmlParserErrors(rawValue: UInt32(bitPattern: error.code)) {
        case XML_ERR_DOCUMENT_EMPTY: "the document has no root element"
        case XML_ERR_DOCUMENT_END:
            "the document is truncated, or has content after its root element"
        case XML_ERR_INVALID_CHAR, XML_ERR_INVALID_CHARREF: "a character is not allowed in XML"
        case XML_ERR_ENTITYREF_SEMICOL_MISSING: "an entity must end with ;"
        case XML_ERR_UNDECLARED_ENTITY: "unknown entity &\(first);"
        case XML_ERR_LT_IN_ATTRIBUTE: "an attribute value contains <"
        case XML_ERR_ATTRIBUTE_NOT_STARTED: "an attribute value must be in quotes"
        case XML_ERR_ATTRIBUTE_NOT_FINISHED: "an attribute value is not closed"
        case XML_ERR_ATTRIBUTE_WITHOUT_VALUE: "the attribute \(first) has no value"
        case XML_ERR_ATTRIBUTE_REDEFINED: "duplicate attribute \(first)"
        case XML_ERR_COMMENT_NOT_FINISHED: "a comment is not closed"
        case XML_ERR_CDATA_NOT_FINISHED: "a CDATA section is not closed"
        case XML_ERR_SPACE_REQUIRED: "missing space"
        case XML_ERR_NAME_REQUIRED: "missing name"
        case XML_ERR_GT_REQUIRED: "missing >"
        case XML_ERR_TAG_NAME_MISMATCH:
            "</\(name(error.str2))> does not match <\(first)> of line \(error.int1)"
        case XML_ERR_TAG_NOT_FINISHED: "<\(first)> of line \(error.int1) is not closed"
        case XML_NS_ERR_UNDEFINED_NAMESPACE: "the prefix \(first) is not declared"
        default: message(error)
        }
    }

    private static func hint(of error: xmlError) -> String? {
        switch xmlParserErrors(rawValue: UInt32(bitPattern: error.code)) {
        case XML_ERR_ENTITYREF_SEMICOL_MISSING, XML_ERR_UNDECLARED_ENTITY: "write &amp; for &"
        case XML_ERR_LT_IN_ATTRIBUTE: "write &lt; for <"
        case XML_ERR_NAME_REQUIRED: "write &lt; for < and &amp; for &"
        case XML_NS_ERR_UNDEFINED_NAMESPACE: "declare it: xmlns:\(name(error.str1))=\"…\""
        default: nil
        }
    }

    /// A name of the document, shortened because it may be as long as the document.
    private static func name(_ text: UnsafePointer<CChar>?) -> String {
        guard let text else { return "?" }
        let name = String(cString: text)
        return name.utf8.count > 80 ? "\(name.prefix(80))…" : name
    }

    private static func message(_ error: xmlError) -> String {
        guard let text = error.message else { return "the document is not well-formed XML" }
        let line = String(cString: text).prefix(200).prefix { $0 != "\n" }
        return line.isEmpty ? "the document is not well-formed XML" : String(line)
    }
}
