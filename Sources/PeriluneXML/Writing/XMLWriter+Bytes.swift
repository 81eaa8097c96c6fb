import Glibc
import PeriluneCore

extension XMLWriter {
    mutating func fail(_ code: PeriluneError.Code, _ message: String) {
        if failure == nil { failure = PeriluneError(code, message) }
    }

    mutating func append(_ text: StaticString) {
        output.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(name: String, prefix: String) -> Name {
        let start = output.count
        if !prefix.isEmpty {
            append(part: prefix)
            output.append(UInt8(ascii: ":"))
        }
        append(part: name)
        return Name(range: start..<output.count, prefix: prefix.utf8.count)
    }

    private mutating func append(part: String) {
        if !XMLName.isValid(part) {
            fail("xml.name", "\"\(part.prefix(80))\" is not an XML name")
        }
        var part = part
        part.withUTF8 { output.append(contentsOf: $0) }
    }

    mutating func repeatBytes(_ range: Range<Int>) {
        for index in range { output.append(output[index]) }
    }

    func equals(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        guard left.count == right.count else { return false }
        return output.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return true }
            return memcmp(base + left.lowerBound, base + right.lowerBound, left.count) == 0
        }
    }

    func string(_ range: Range<Int>) -> String { String(decoding: output[range], as: UTF8.self) }

    mutating func escape(_ text: String, _ table: [UInt8]) {
        var text = text
        text.withUTF8 { bytes in
            var plain = 0
            for index in bytes.indices {
                let action = table[Int(bytes[index])]
                guard action != XMLEscape.plain else { continue }
                guard let replacement = XMLEscape.replacement(action) else {
                    refuse(bytes, at: index)
                    continue
                }
                output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain..<index]))
                append(replacement)
                plain = index + 1
            }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain...]))
        }
    }

    /// Refuses control characters, U+FFFE and U+FFFF; the lead bytes of these two also begin valid characters.
    private mutating func refuse(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        var value = UInt32(bytes[index])
        if value == 0xEF {
            guard index + 2 < bytes.count, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE else {
                return
            }
            value = 0xFFC0 | UInt32(bytes[index + 2] & 0x3F)
        }
        fail(
            "xml.character",
            "XML cannot contain the character U+\(String(value, radix: 16, uppercase: true))")
    }
}
