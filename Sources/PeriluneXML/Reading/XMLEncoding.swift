import PeriluneCore
import PeriluneJSON

/// A supported encoding of documents.
///
/// Documents are converted to UTF-8 here, not by libxml2. So the parser reads exactly what was checked before, and
/// the many other encodings of the C library are out of reach.
package enum XMLEncoding: Sendable {
    case utf8, utf16, latin1

    /// The encoding named by a label, as in an XML declaration or after `charset=`; `nil` if it is not supported.
    package init?(label: String) {
        switch label.lowercased() {
        case "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
        case "utf-16", "utf-16le", "utf-16be": self = .utf16
        case "iso-8859-1", "iso_8859-1", "latin1", "l1": self = .latin1
        default: return nil
        }
    }

    /// The document as valid UTF-8 without a byte order mark.
    static func utf8(of bytes: [UInt8], _ given: XMLEncoding?) throws(PeriluneError) -> [UInt8] {
        let encoding = if let given { given } else { try found(in: bytes) }
        switch encoding {
        case .utf8:
            let document =
                bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
            try validate(document)
            return document
        case .latin1:
            var document: [UInt8] = []
            document.reserveCapacity(bytes.count + bytes.count / 8)
            for byte in bytes {
                if byte < 0x80 {
                    document.append(byte)
                } else {
                    document.append(0xC0 | byte >> 6)
                    document.append(0x80 | byte & 0x3F)
                }
            }
            return document
        case .utf16: return try decodeUTF16(bytes)
        }
    }

    /// The bytes that UTF-16 begins with: a byte order mark, or `<?` without one.
    private static let utf16Starts: [[UInt8]] = [
        [0xFE, 0xFF], [0xFF, 0xFE], [0x3C, 0x00, 0x3F, 0x00], [0x00, 0x3C, 0x00, 0x3F],
    ]

    private static func found(in bytes: [UInt8]) throws(PeriluneError) -> XMLEncoding {
        if utf16Starts.contains(where: { bytes.starts(with: $0) }) { return .utf16 }
        guard let label = declaredLabel(in: bytes) else { return .utf8 }
        let encoding = XMLEncoding(label: label)
        // Bytes that begin with an ASCII declaration are not UTF-16, whatever the declaration says.
        guard let encoding, encoding != .utf16 else {
            throw PeriluneError(
                "xml.encoding",
                encoding == nil
                    ? "the encoding \(label) is not supported"
                    : "the document is not valid \(label)",
                at: .init(line: 1, column: 1), hint: "send the document as UTF-8")
        }
        return encoding
    }

    /// The encoding label of `<?xml version="1.0" encoding="…"?>`.
    ///
    /// Whether the declaration is well-formed is checked by the parser.
    private static func declaredLabel(in bytes: [UInt8]) -> String? {
        guard bytes.starts(with: "<?xml".utf8),
            let end = bytes.prefix(200).firstRange(of: "?>".utf8)?.lowerBound,
            let name = bytes[..<end].firstRange(of: "encoding".utf8)
        else { return nil }
        let parts = bytes[name.upperBound..<end].split(
            maxSplits: 2, omittingEmptySubsequences: false
        ) { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        return parts.count == 3 ? String(decoding: parts[1], as: UTF8.self) : nil
    }

    private static func validate(_ document: [UInt8]) throws(PeriluneError) {
        guard let offset = document.offsetOfInvalidUTF8 else { return }
        throw document.withUnsafeBufferPointer { buffer in
            PeriluneError(
                "xml.encoding", "the document is not valid UTF-8",
                at: .init(offset: offset, in: buffer),
                hint: "save it as UTF-8, or declare its encoding")
        }
    }

    private static func decodeUTF16(_ bytes: [UInt8]) throws(PeriluneError) -> [UInt8] {
        let hasMark = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        let low = bytes.first == 0xFF || bytes.first == 0x3C ? 0 : 1
        let units = stride(from: hasMark ? 2 : 0, to: bytes.count - 1, by: 2).map { index in
            UInt16(bytes[index + low]) | UInt16(bytes[index + 1 - low]) << 8
        }
        guard bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self)
        else { throw PeriluneError("xml.encoding", "the document is not valid UTF-16") }
        return Array(text.utf8)
    }
}
